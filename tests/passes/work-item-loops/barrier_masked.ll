; With a masked form each row of each region is whole vectors and one masked call; the scalar form is
; a function of its own, with barriers too, for launches whose ids do not fit.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.wide(
; CHECK-SAME: #[[COLD:[0-9]+]]
; CHECK: store i64 1, ptr
; CHECK: br i1 %{{.*}}, !llvm.loop
; CHECK: store i64 2, ptr
; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-NOT: store i64 1, ptr
; CHECK: store i32 %active, ptr
; CHECK: store <4 x i64> splat (i64 1), ptr
; CHECK: store i32 %active{{[0-9]*}}, ptr
; CHECK: store <4 x i64> splat (i64 2), ptr
; CHECK: call void @k.NativeCPUKernel.wide(
; CHECK: attributes #[[COLD]] = { cold noinline optnone }
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 !falx.vector !2 {
  store i64 1, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  store i64 2, ptr %p
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  store <4 x i64> splat (i64 1), ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  store <4 x i64> splat (i64 2), ptr %p
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i32 %active) {
  store i32 %active, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  store i32 %active, ptr %p
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
!2 = !{i32 4, i32 1, i64 2147483648, ptr @k.NativeCPUKernel.v4, ptr @k.NativeCPUKernel.v4.masked}
