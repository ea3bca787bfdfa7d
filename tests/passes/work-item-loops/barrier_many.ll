; In kernels with many regions what the whole launch shares is read from memory where a region begins:
; LLVM cannot conclude anything about it across regions, nor has to keep it in a register (NC-7).
; RUN: falx-opt -S -O2 -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: store i64 %local_size, ptr %launch
; CHECK: {{^}}after{{[0-9]*}}:
; CHECK: %[[SLOT:.*]] = load volatile ptr, ptr %launch
; CHECK: %[[LAST:.*]] = load volatile i64, ptr %launch
; CHECK: row{{[0-9]*}}:
; CHECK: getelementptr inbounds i8, ptr %[[SLOT]], i64
; CHECK: icmp eq i64 %next{{[0-9]*}}, %[[LAST]]
; CHECK: {{^}}after{{[0-9]*}}:

; Not where there are few.
; CHECK-LABEL: define internal void @few.NativeCPUKernel(
; CHECK-NOT: volatile
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 2)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 3)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 4)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 5)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 6)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 7)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 8)
  store i32 %v, ptr %q
  ret void
}
define internal void @few.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !2 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  store i32 %v, ptr %p
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 0}
!1 = !{i32 8, i32 0, i32 0}
!2 = !{i32 1, i32 0, i32 0}
