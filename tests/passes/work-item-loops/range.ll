; In a region that does nothing but what is behind a test of the local id, the loop over a row runs
; the work-items that pass it, and one at least, which computes what the group shares (NC-7).
; RUN: falx-opt -S -O2 -passes=work-item-loops %s -o - | FileCheck %s
; RUN: falx-opt -S -O0 -passes=work-item-loops %s -o - | FileCheck %s --check-prefix=NONE
; RUN: falx-opt -S -O2 "-passes=work-item-loops,llvm<default<O2>>" %s -o /dev/null

; NONE-NOT: range{{[0-9]*}}:

; A bound that changes each time the group comes by: it is read before the loops.
; CHECK-LABEL: define internal void @halves.NativeCPUKernel(
; CHECK: after{{[0-9]*}}:
; CHECK: %[[HALF:.*]] = load i64, ptr %kept.group
; CHECK: range{{[0-9]*}}:
; CHECK: %[[BOUND:.*]] = freeze i64 %[[HALF]]
; CHECK: %[[SMALL:.*]] = call i64 @llvm.umin.i64(i64 %[[BOUND]], i64 4611686018427387904)
; CHECK: %[[IN:.*]] = call i64 @llvm.smin.i64(i64 %[[SMALL]], i64 %local_size)
; CHECK: %[[LAST:.*]] = call i64 @llvm.smax.i64(i64 %[[IN]], i64 1)
; CHECK: item{{[0-9]*}}:
; CHECK: phi i64 [ 0, %row
; CHECK: icmp eq i64 %next{{[0-9]*}}, %[[LAST]]
define internal void @halves.NativeCPUKernel(ptr %p, i64 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  br label %loop
loop:
  %half = phi i64 [ %n, %0 ], [ %next, %join ]
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp ult i64 %l, %half
  br i1 %is_in, label %in, label %join
in:
  %r = getelementptr i32, ptr %q, i64 %half
  %v = load i32, ptr %r
  store i32 %v, ptr %q
  br label %join
join:
  %next = lshr i64 %half, 1
  %is_done = icmp eq i64 %next, 0
  br i1 %is_done, label %done, label %loop
done:
  ret void
}

; The last ones; the group's number is an id of the group.
; CHECK-LABEL: define internal void @from.NativeCPUKernel(
; CHECK: after{{[0-9]*}}:
; CHECK: range{{[0-9]*}}:
; CHECK: %[[BOUND:.*]] = freeze i64 %
; CHECK: call i64 @llvm.smin.i64(i64 %[[BOUND]], i64 4611686018427387904)
; CHECK: %[[LARGE:.*]] = sub nsw i64 %local_size, 1
; CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 %[[LARGE]])
; CHECK: %[[FIRST:.*]] = call i64 @llvm.smax.i64(i64 %{{.*}}, i64 0)
; CHECK: item{{[0-9]*}}:
; CHECK: phi i64 [ %[[FIRST]], %row
; CHECK: icmp eq i64 %next{{[0-9]*}}, %local_size
define internal void @from.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %g = call i64 @__falx_ncpu_group_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %is_out = icmp slt i64 %l, %g
  br i1 %is_out, label %join, label %in
in:
  store i32 1, ptr %q
  br label %join
join:
  ret void
}

; One work-item, by a narrower id.
; CHECK-LABEL: define internal void @one.NativeCPUKernel(
; CHECK: range{{[0-9]*}}:
; CHECK: item{{[0-9]*}}:
; CHECK: phi i64 [ %[[FIRST:[0-9]*]], %row
; CHECK: icmp eq i64 %next{{[0-9]*}}, 1
define internal void @one.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %i = trunc i64 %l to i32
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %is_first = icmp eq i32 %i, 0
  br i1 %is_first, label %in, label %join
in:
  store i32 1, ptr %q
  br label %join
join:
  ret void
}

; Two tests: from the first of both to the last of both.
; CHECK-LABEL: define internal void @two.NativeCPUKernel(
; CHECK: range{{[0-9]*}}:
; CHECK: freeze i64 %a
; CHECK: freeze i32 %b
; CHECK: sext i32
; CHECK: call i64 @llvm.smax.i64(
define internal void @two.NativeCPUKernel(ptr %p, i64 %a, i32 %b, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %i = trunc i64 %l to i32
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp ult i64 %l, %a
  br i1 %is_in, label %in, label %join
in:
  store i32 1, ptr %q
  br label %join
join:
  %is_there = icmp sge i32 %b, %i
  br i1 %is_there, label %there, label %end
there:
  store i32 2, ptr %q
  br label %end
end:
  ret void
}

declare i64 @__falx_ncpu_local_id(ptr, i32)
declare i64 @__falx_ncpu_group_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
