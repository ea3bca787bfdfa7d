; A loop's step that a divergent branch computes, too, stays one uniform value, so that the barriers in
; the loop are reached on one path.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call void @__falx_ncpu_barrier(i32 2)
define internal void @k.NativeCPUKernel(ptr %a, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
entry:
  %id = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %is_first = icmp eq i64 %id, 0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %goes_on = icmp slt i32 %i, %n
  br i1 %goes_on, label %body, label %done
body:
  call void @__falx_ncpu_barrier(i32 1)
  br i1 %is_first, label %one, label %join
one:
  %end = add nuw nsw i32 %i, 16
  %is_more = icmp slt i32 %n, %end
  br i1 %is_more, label %write, label %join
write:
  store i32 %i, ptr %a
  br label %join
join:
  call void @__falx_ncpu_barrier(i32 2)
  %next = add nuw nsw i32 %i, 16
  br label %loop
done:
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 2, i32 0, i32 0}
