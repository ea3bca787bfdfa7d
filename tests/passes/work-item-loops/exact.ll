; A tree whose constants say how large a work-group is has a version for that size: no loops over
; work-items, none around barriers, and what a step loads is what the one before it stored, by
; shuffles. Other sizes, several rows and large ids go the usual way. A loop of unknown length gives
; no such version (K1).
; RUN: falx-opt -S -O2 --lanes=4 -passes=vectorize,work-item-loops %s -o - | FileCheck %s
; RUN: falx-opt -S -O1 --lanes=4 -passes=vectorize,work-item-loops %s -o - | FileCheck %s --check-prefix=NONE

; NONE-NOT: Kernel.exact

; CHECK-LABEL: define internal void @sum.NativeCPUKernel.exact(
; CHECK: %[[A:.*]] = load <4 x float>, ptr
; CHECK: %[[B:.*]] = load <4 x float>, ptr
; CHECK: %[[C:.*]] = load <4 x float>, ptr
; CHECK: %[[D:.*]] = load <4 x float>, ptr
; CHECK-NOT: load <
; CHECK: %[[AC:.*]] = fadd <4 x float> %[[A]], %[[C]]
; CHECK: %[[BD:.*]] = fadd <4 x float> %[[B]], %[[D]]
; CHECK: %[[ALL:.*]] = fadd <4 x float> %[[AC]], %[[BD]]
; CHECK-DAG: shufflevector <4 x float> %[[ALL]], <4 x float> poison, <2 x i32> <i32 2, i32 3>
; CHECK-DAG: shufflevector <4 x float> %[[ALL]], <4 x float> poison, <2 x i32> <i32 0, i32 1>
; CHECK: fadd <2 x float>
; CHECK-NOT: load float
; CHECK: icmp eq i64 %{{.*}}, %end
; CHECK: ret void

; CHECK-LABEL: define internal void @sum.NativeCPUKernel(
; CHECK: xor i64 %local_size{{.*}}, 16
; CHECK: %are_other = xor i1
; CHECK: br i1 %are_other, label %{{.*}}, label %exact
; CHECK: exact:
; CHECK-NEXT: call void @sum.NativeCPUKernel.exact(ptr %p, ptr %tile, ptr %state)

; CHECK-LABEL: define internal void @scan.NativeCPUKernel.exact(
; CHECK: %[[FIRST:.*]] = load <4 x i32>, ptr
; CHECK: %[[NEXT:.*]] = load <4 x i32>, ptr
; CHECK: shufflevector <4 x i32> %[[FIRST]], <4 x i32> %[[NEXT]], <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK: ret void

; CHECK-LABEL: define internal void @open.NativeCPUKernel(
; CHECK-NOT: exact
; CHECK: ret void
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define internal void @sum.NativeCPUKernel(ptr %p, ptr %tile, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %g = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %from = getelementptr inbounds float, ptr %p, i64 %g
  %x = load float, ptr %from
  %own = getelementptr inbounds float, ptr %tile, i64 %l
  store float %x, ptr %own
  br label %step
step:
  %half = phi i64 [ 8, %0 ], [ %less, %done ]
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp ult i64 %l, %half
  br i1 %is_in, label %add, label %done
add:
  %other = getelementptr float, ptr %own, i64 %half
  %y = load float, ptr %other
  %z = load float, ptr %own
  %sum = fadd float %z, %y
  store float %sum, ptr %own
  br label %done
done:
  %less = lshr i64 %half, 1
  %is_last = icmp eq i64 %less, 0
  br i1 %is_last, label %end, label %step
end:
  call void @__falx_ncpu_barrier(i32 2)
  %is_first = icmp eq i64 %l, 0
  br i1 %is_first, label %write, label %out
write:
  %group = call i64 @__falx_ncpu_group_id(ptr %state, i32 0)
  %to = getelementptr inbounds float, ptr %p, i64 %group
  %all = load float, ptr %tile
  store float %all, ptr %to
  br label %out
out:
  ret void
}
define internal void @scan.NativeCPUKernel(ptr %p, ptr %tile, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %g = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %from = getelementptr inbounds i32, ptr %p, i64 %g
  %x = load i32, ptr %from
  %left.own = getelementptr inbounds i32, ptr %tile, i64 %l
  store i32 %x, ptr %left.own
  br label %step
step:
  %distance = phi i64 [ 1, %0 ], [ %more, %done ]
  %left = phi i64 [ 0, %0 ], [ %right, %done ]
  %right = phi i64 [ 16, %0 ], [ %left, %done ]
  call void @__falx_ncpu_barrier(i32 1)
  %source = getelementptr i32, ptr %tile, i64 %left
  %own = getelementptr i32, ptr %source, i64 %l
  %y = load i32, ptr %own
  %target = getelementptr i32, ptr %tile, i64 %right
  %to = getelementptr i32, ptr %target, i64 %l
  %is_first = icmp ult i64 %l, %distance
  br i1 %is_first, label %copy, label %add
copy:
  store i32 %y, ptr %to
  br label %done
add:
  %before = sub i64 0, %distance
  %other = getelementptr i32, ptr %own, i64 %before
  %z = load i32, ptr %other
  %sum = add i32 %y, %z
  store i32 %sum, ptr %to
  br label %done
done:
  %more = shl i64 %distance, 1
  %is_more = icmp ult i64 %more, 16
  br i1 %is_more, label %step, label %end
end:
  call void @__falx_ncpu_barrier(i32 2)
  %w = load i32, ptr %to
  store i32 %w, ptr %from
  ret void
}
define internal void @open.NativeCPUKernel(ptr %p, ptr %tile, i64 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %own = getelementptr inbounds float, ptr %tile, i64 %l
  br label %step
step:
  %half = phi i64 [ %n, %0 ], [ %less, %done ]
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp ult i64 %l, %half
  br i1 %is_in, label %add, label %done
add:
  %other = getelementptr float, ptr %own, i64 %half
  %y = load float, ptr %other
  %z = load float, ptr %own
  %sum = fadd float %z, %y
  store float %sum, ptr %own
  br label %done
done:
  %less = lshr i64 %half, 1
  %is_last = icmp eq i64 %less, 0
  br i1 %is_last, label %end, label %step
end:
  call void @__falx_ncpu_barrier(i32 2)
  %is_low = icmp ult i64 %l, 8
  br i1 %is_low, label %write, label %out
write:
  store float 1.0, ptr %own
  br label %out
out:
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare i64 @__falx_ncpu_group_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32) convergent noduplicate
!0 = !{i32 4, i32 0}
!1 = !{i32 2, i32 0, i32 0}
