; Sub-groups are the vectors of a row; the last of a row is one call of the masked form with the
; number of active lanes. Where ids do not fit the vector form, another function runs the scalar form,
; and its sub-groups are work-items.
; At -O0 the masked form runs the whole vectors, too: LLVM compiles one form less.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s
; RUN: falx-opt -S -O0 -passes=work-item-loops %s -o - | FileCheck --check-prefix=ONE %s

; ONE-LABEL: define internal void @k.NativeCPUKernel(ptr %out, ptr %state)
; ONE: vector:
; ONE: %[[LEFT:.*]] = call i64 @llvm.umin.i64(i64 %{{.*}}, i64 8)
; ONE: %active = trunc i64 %[[LEFT]] to i32
; ONE: store i32 %active, ptr %out
; ONE: br i1 %is_last
; ONE: wide:

; CHECK: define hidden void @k(ptr %args, ptr %state) !falx.dispatch !{{[0-9]+}} !falx.frame ![[FRAME:[0-9]+]]
; CHECK-LABEL: define internal void @k.NativeCPUKernel.wide(ptr %out, ptr %state)
; CHECK-SAME: #[[COLD:[0-9]+]]
; CHECK-NOT: @k.NativeCPUKernel.wide
; CHECK: store i32 1, ptr %out
; CHECK-LABEL: define internal void @k.NativeCPUKernel(ptr %out, ptr %state)
; CHECK: %[[ROUNDED:.*]] = add nuw i64 %[[L0:local_size]], 7
; CHECK: %row_vectors = udiv i64 %[[ROUNDED]], 8
; CHECK: %[[ROWS:.*]] = mul nuw nsw i64 %local_size{{.*}}, %local_size
; CHECK: %[[COUNT:.*]] = mul nuw nsw i64 %row_vectors, %[[ROWS]]
; CHECK: br i1 %is_vector, label %start, label %wide
; CHECK: start:
; CHECK: br i1 %is_empty{{[0-9]*}}, label %[[END:.*]], label %group
; CHECK: udiv i64 %vectors_last, 8
; CHECK: %[[SIZE:.*]] = zext i32 %active to i64
; CHECK: vector:
; CHECK-NEXT: %[[X:.*]] = phi i64
; CHECK: %[[ROW:.*]] = mul nuw nsw i64 %{{.*}}, %row_vectors
; CHECK: %[[IN:.*]] = udiv i64 %[[X]], 8
; CHECK: add nuw nsw i64 %[[ROW]], %[[IN]]
; CHECK: trunc i64 %[[COUNT]] to i32
; CHECK: store i32 8, ptr %out
; CHECK: %[[S:.*]] = trunc i64 %[[SIZE]] to i32
; CHECK: store i32 %[[S]], ptr %out
; CHECK: store i32 %active, ptr %out
; CHECK: store i32 8, ptr %out
; CHECK: br label %row.end
; CHECK: wide:
; CHECK-NEXT: call void @k.NativeCPUKernel.wide(ptr %out, ptr %state)
; CHECK-NEXT: br label %[[END]]
; CHECK: attributes #[[COLD]] = { cold noinline }
; CHECK: ![[FRAME]] = !{i32 8, i32 0, i32 0, i32 0}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 !falx.vector !1 {
  %size = call i32 @__falx_ncpu_sub_group_size(ptr %state)
  store i32 %size, ptr %out
  ret void
}
define internal void @k.NativeCPUKernel.v8(ptr %out, ptr %state) {
  %id = call i32 @__falx_ncpu_sub_group_id(ptr %state)
  store i32 %id, ptr %out
  %count = call i32 @__falx_ncpu_sub_group_count(ptr %state)
  store i32 %count, ptr %out
  %size = call i32 @__falx_ncpu_sub_group_size(ptr %state)
  store i32 %size, ptr %out
  ret void
}
define internal void @k.NativeCPUKernel.v8.masked(ptr %out, ptr %state, i32 %active) {
  %id = call i32 @__falx_ncpu_sub_group_id(ptr %state)
  store i32 %id, ptr %out
  %size = call i32 @__falx_ncpu_sub_group_size(ptr %state)
  store i32 %size, ptr %out
  store i32 %active, ptr %out
  %max = call i32 @__falx_ncpu_sub_group_max_size(ptr %state)
  store i32 %max, ptr %out
  ret void
}
declare i32 @__falx_ncpu_sub_group_size(ptr)
declare i32 @__falx_ncpu_sub_group_max_size(ptr)
declare i32 @__falx_ncpu_sub_group_id(ptr)
declare i32 @__falx_ncpu_sub_group_count(ptr)
!0 = !{i32 0, i32 0}
!1 = !{i32 8, i32 1, i64 2147483648, ptr @k.NativeCPUKernel.v8, ptr @k.NativeCPUKernel.v8.masked}
