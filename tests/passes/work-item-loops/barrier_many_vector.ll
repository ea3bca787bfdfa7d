; In kernels with more than 8 barriers what is left of a row is a function in the function of its
; region; from 64 on LLVM does not optimize it, and the masked form is of no use (NC-7). With sub-groups
; it is optimized, unless the kernel is long.
; RUN: falx-opt -S -O2 -passes=work-item-loops %s -o - | FileCheck %s
; RUN: sed 's/i32 8, i32 0, i32 0/i32 64, i32 0, i32 0/; s/!{i32 4, i32 1,/!{i32 4, i32 0,/' %s | falx-opt -S -O2 -passes=work-item-loops - -o - | FileCheck --check-prefix=MANY %s
; RUN: awk '{print} /store i32 %active/{for(i=0;i<200;i++) print}' %s | falx-opt -S -O2 -passes=work-item-loops -Rpass-missed=falx-vectorize - -o - 2>%t | FileCheck --check-prefix=HEAVY %s
; RUN: FileCheck --check-prefix=REMARK %s <%t
; REMARK: remark: {{.*}}sub-groups that are not whole run unoptimized

; CHECK-LABEL: define internal void @k.NativeCPUKernel.epilogue0(
; CHECK-SAME: #[[OUT:[0-9]+]]
; CHECK: store i32 %active{{[0-9]*}}, ptr %p
; CHECK-LABEL: define internal void @k.NativeCPUKernel.region0(
; CHECK: store <4 x i64> splat (i64 1), ptr %p
; CHECK: call void @k.NativeCPUKernel.epilogue0(i64 %local_size{{[0-9]*}}, i64 %vectors_last, ptr %p, 
; CHECK: attributes #[[OUT]] = { noinline "falx-part" }

; HEAVY-LABEL: define internal void @k.NativeCPUKernel.epilogue0(
; HEAVY-SAME: #[[COLD:[0-9]+]]
; HEAVY: store i32 %active
; HEAVY: attributes #[[COLD]] = { noinline optnone "falx-part" }

; MANY-NOT: @k.NativeCPUKernel.wide
; MANY-NOT: @k.NativeCPUKernel.v4.masked
; MANY-LABEL: define internal void @k.NativeCPUKernel.epilogue0(
; MANY-SAME: #[[COLD:[0-9]+]]
; MANY: store i64 1, ptr %p
; MANY: attributes #[[COLD]] = { noinline optnone "falx-part" }
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 !falx.vector !2 {
  store i64 1, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  store i64 1, ptr %p
  call void @__falx_ncpu_barrier(i32 2)
  store i64 1, ptr %p
  call void @__falx_ncpu_barrier(i32 3)
  store i64 1, ptr %p
  call void @__falx_ncpu_barrier(i32 4)
  store i64 1, ptr %p
  call void @__falx_ncpu_barrier(i32 5)
  store i64 1, ptr %p
  call void @__falx_ncpu_barrier(i32 6)
  store i64 1, ptr %p
  call void @__falx_ncpu_barrier(i32 7)
  store i64 1, ptr %p
  call void @__falx_ncpu_barrier(i32 8)
  store i64 1, ptr %p
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  store <4 x i64> splat (i64 1), ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  store <4 x i64> splat (i64 1), ptr %p
  call void @__falx_ncpu_barrier(i32 2)
  store <4 x i64> splat (i64 1), ptr %p
  call void @__falx_ncpu_barrier(i32 3)
  store <4 x i64> splat (i64 1), ptr %p
  call void @__falx_ncpu_barrier(i32 4)
  store <4 x i64> splat (i64 1), ptr %p
  call void @__falx_ncpu_barrier(i32 5)
  store <4 x i64> splat (i64 1), ptr %p
  call void @__falx_ncpu_barrier(i32 6)
  store <4 x i64> splat (i64 1), ptr %p
  call void @__falx_ncpu_barrier(i32 7)
  store <4 x i64> splat (i64 1), ptr %p
  call void @__falx_ncpu_barrier(i32 8)
  store <4 x i64> splat (i64 1), ptr %p
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i32 %active) {
  store i32 %active, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  store i32 %active, ptr %p
  call void @__falx_ncpu_barrier(i32 2)
  store i32 %active, ptr %p
  call void @__falx_ncpu_barrier(i32 3)
  store i32 %active, ptr %p
  call void @__falx_ncpu_barrier(i32 4)
  store i32 %active, ptr %p
  call void @__falx_ncpu_barrier(i32 5)
  store i32 %active, ptr %p
  call void @__falx_ncpu_barrier(i32 6)
  store i32 %active, ptr %p
  call void @__falx_ncpu_barrier(i32 7)
  store i32 %active, ptr %p
  call void @__falx_ncpu_barrier(i32 8)
  store i32 %active, ptr %p
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 8, i32 0, i32 0}
!2 = !{i32 4, i32 1, i64 2147483648, ptr @k.NativeCPUKernel.v4, ptr @k.NativeCPUKernel.v4.masked}
