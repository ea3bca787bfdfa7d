; A barrier of all work-groups: each work-group calls the function of the launch once, between its
; loops (NC-6).
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: rows.end{{[0-9]*}}:
; CHECK: %[[FIELD:.*]] = getelementptr inbounds i8, ptr %state, i64 168
; CHECK-NEXT: %root = load ptr, ptr %[[FIELD]]
; CHECK-NEXT: %wait = load ptr, ptr %root
; CHECK-NEXT: call void %wait(ptr %root)
; CHECK-NEXT: fence acq_rel
; CHECK-NOT: %wait
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %out, i64 %id
  %v = load i32, ptr %p
  call void @__falx_ncpu_barrier(i32 1), !falx.fence !2, !falx.root !3
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  call void @__falx_ncpu_barrier(i32 2)
  store i32 %v, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 68, i32 0}
!1 = !{i32 2, i32 0, i32 0}
!2 = !{i32 6}
!3 = !{}
