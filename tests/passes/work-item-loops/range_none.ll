; All work-items run where a region does more than what is behind the test, or the test is of another
; kind (NC-7).
; RUN: falx-opt -S -O2 -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-NOT: range{{[0-9]*}}:

; It stores for all of them.
define internal void @store.NativeCPUKernel(ptr %p, i64 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp ult i64 %l, %n
  br i1 %is_in, label %in, label %join
in:
  store i32 1, ptr %q
  br label %join
join:
  store i32 2, ptr %p
  ret void
}

; It keeps a value for each.
define internal void @kept.NativeCPUKernel(ptr %p, i64 %n, ptr %state) !falx.dispatch !0 !falx.group !2 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp ult i64 %l, %n
  br i1 %is_in, label %in, label %join
in:
  %v = load i32, ptr %p
  br label %join
join:
  %w = phi i32 [ 0, %0 ], [ %v, %in ]
  call void @__falx_ncpu_barrier(i32 2)
  store i32 %w, ptr %q
  ret void
}

; The other dimension; a bound that each work-item has its own of; a bound that is not there before.
define internal void @other.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !3 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %y = call i64 @__falx_ncpu_local_id(ptr %state, i32 1)
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp ult i64 %y, 3
  br i1 %is_in, label %in, label %join
in:
  store i32 1, ptr %q
  br label %join
join:
  call void @__falx_ncpu_barrier(i32 2)
  %is_less = icmp ult i64 %l, %y
  br i1 %is_less, label %less, label %then
less:
  store i32 2, ptr %q
  br label %then
then:
  call void @__falx_ncpu_barrier(i32 3)
  %n = load i64, ptr %p
  %is_there = icmp ult i64 %l, %n
  br i1 %is_there, label %there, label %end
there:
  store i32 3, ptr %q
  br label %end
end:
  ret void
}

; Below zero, an unsigned id is large: it passes both tests.
define internal void @wraps.NativeCPUKernel(ptr %p, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %i = trunc i64 %l to i32
  %j = add i32 %i, -5
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp uge i32 %j, %n
  br i1 %is_in, label %in, label %join
in:
  store i32 1, ptr %q
  br label %join
join:
  ret void
}

declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
!2 = !{i32 2, i32 0, i32 0}
!3 = !{i32 3, i32 0, i32 0}
