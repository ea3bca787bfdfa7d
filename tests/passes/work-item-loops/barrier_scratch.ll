; Without a vector form the sub-groups are the work-items: each brings its scratch, and what lies behind
; all scratch is aligned, which the frame has room for (NC-16).
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck-22 %s

; CHECK: define hidden void @k(ptr %args, ptr %state) !falx.dispatch !{{[0-9]+}} !falx.frame ![[FRAME:[0-9]+]]
; CHECK: ![[FRAME]] = !{i32 1, i32 128, i32 0, i32 68}
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %out, i64 %id
  %v = load i32, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 6, i32 0}
!1 = !{i32 1, i32 0, i32 64}
