; Where lanes meet that have parted, a phi that takes one uniform value on all ways of theirs, and another
; on the way of all lanes by a uniform branch, stays a scalar, and what it decides is not divergent:
; the barrier is reached by all.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[R:.*]] = phi i32 [ {{.*}} ], [ {{.*}} ]
; CHECK: %[[C:.*]] = icmp eq i32 %[[R]], 0
; CHECK: br i1 %[[C]]
; CHECK: call void @__falx_ncpu_barrier
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
entry:
  %id = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %p
  %c = icmp sgt i32 %n, 5
  br i1 %c, label %all, label %apart
all:
  %k = load i32, ptr %b
  br label %join
apart:
  %d = icmp slt i32 %x, 0
  br i1 %d, label %left, label %right
left:
  store i32 1, ptr %p
  br label %join
right:
  store i32 2, ptr %p
  br label %join
join:
  %r = phi i32 [ %k, %all ], [ %n, %left ], [ %n, %right ]
  %e = icmp eq i32 %r, 0
  br i1 %e, label %end, label %wait
wait:
  call void @__falx_ncpu_barrier(i32 1)
  br label %end
end:
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32) convergent noduplicate
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
