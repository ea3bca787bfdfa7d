; The values that a work-group shares after a region, and the region that follows, are computed before the loops
; if that takes few cheap instructions: the work-items then have nothing to store (NC-8).
; RUN: falx-opt -S -O2 -passes=work-item-loops %s -o - | FileCheck %s
; RUN: falx-opt -S -O0 -passes=work-item-loops %s -o - | FileCheck %s --check-prefix=NONE

; NONE-NOT: {{^}}ahead

; CHECK-LABEL: define internal void @loop.NativeCPUKernel(
; CHECK: {{^}}ahead{{[0-9]*}}:
; CHECK: {{^}}rows.end{{[0-9]*}}:
; CHECK-NEXT: store i64 %n, ptr %kept.group
; CHECK: {{^}}after{{[0-9]*}}:
; CHECK-NEXT: %[[T:.*]] = load i64, ptr %kept.group
; CHECK: {{^}}ahead{{[0-9]*}}:
; CHECK-DAG: %[[HALF:.*]] = lshr i64 %[[T]], 1
; CHECK-DAG: %[[IS_DONE:.*]] = icmp eq i64 %{{.*}}, 0
; CHECK: %[[NEXT:.*]] = select i1 %[[IS_DONE]], i32 2, i32 1
; CHECK: {{^}}row{{[0-9]*}}:
; CHECK-NOT: ptr %next
; CHECK: {{^}}rows.end{{[0-9]*}}:
; CHECK-NEXT: store i64 %{{.*}}, ptr %kept.group
; CHECK-NEXT: switch i32 %[[NEXT]],
define internal void @loop.NativeCPUKernel(ptr %p, i64 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i64, ptr %p, i64 %l
  br label %loop
loop:
  %t = phi i64 [ %n, %0 ], [ %half, %loop.end ]
  call void @__falx_ncpu_barrier(i32 1)
  store i64 %t, ptr %q
  %half = lshr i64 %t, 1
  %is_done = icmp eq i64 %half, 0
  br i1 %is_done, label %done, label %loop.end
loop.end:
  br label %loop
done:
  call void @__falx_ncpu_barrier(i32 2)
  store i64 7, ptr %q
  ret void
}

; A value that a loop in the region makes; one that may be of this round or of the one before.
; CHECK-LABEL: define internal void @not_ahead.NativeCPUKernel(
; CHECK: {{^}}rows.end{{[0-9]*}}:
; CHECK-NEXT: load i32, ptr %next
define internal void @not_ahead.NativeCPUKernel(ptr %p, i64 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i64, ptr %p, i64 %l
  br label %loop
loop:
  %t = phi i64 [ %n, %0 ], [ %t1, %loop ]
  %t1 = udiv i64 %t, 3
  store i64 %t1, ptr %q
  %is_more = icmp ugt i64 %t1, 100
  br i1 %is_more, label %loop, label %behind
behind:
  %is_odd = trunc i64 %t1 to i1
  br i1 %is_odd, label %a, label %b
a:
  call void @__falx_ncpu_barrier(i32 1)
  store i64 1, ptr %p
  br label %end
b:
  call void @__falx_ncpu_barrier(i32 2)
  store i64 2, ptr %p
  br label %end
end:
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 2, i32 0, i32 0}
