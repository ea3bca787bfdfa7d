; A packed form becomes a function of its own, which launches call whose work-groups have several rows,
; shorter than a sub-group. There a work-group is one row, as long as all its work-items are many: sub-groups
; are numbered in it, and the last one may be smaller.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.packed(ptr %out, ptr %state)
; CHECK: %[[X:local_size]] = load i64
; CHECK: %[[Y:local_size[0-9]*]] = load i64
; CHECK: %[[Z:local_size[0-9]*]] = load i64
; CHECK: %[[XY:.*]] = mul nuw nsw i64 %[[X]], %[[Y]]
; CHECK: %[[ITEMS:.*]] = mul nuw nsw i64 %[[XY]], %[[Z]]
; CHECK: %[[ROUNDED:.*]] = add nuw i64 %[[ITEMS]], 7
; CHECK: %row_vectors = udiv i64 %[[ROUNDED]], 8
; CHECK: vector:
; CHECK-NEXT: %[[L:.*]] = phi i64
; CHECK: %[[LEFT:.*]] = sub nuw i64 %[[ITEMS]], %[[L]]
; CHECK: %[[ACTIVE:.*]] = call i64 @llvm.umin.i64(i64 %[[LEFT]], i64 8)
; CHECK: trunc i64 %[[ACTIVE]] to i32
; CHECK: %[[IN:.*]] = udiv i64 %[[L]], 8
; CHECK: %[[ID:.*]] = trunc i64 %{{.*}} to i32
; CHECK: store i32 %[[ID]], ptr %out
; CHECK: %[[COUNT:.*]] = trunc i64 %row_vectors to i32
; CHECK: store i32 %[[COUNT]], ptr %out
; CHECK: %[[ID0:.*]] = trunc i64 %[[L]] to i32
; CHECK: store i32 %[[ID0]], ptr %out
; CHECK-NOT: wide
; CHECK: ret void

; CHECK-LABEL: define internal void @k.NativeCPUKernel(ptr %out, ptr %state)
; CHECK: %[[ROW:local_size]] = load i64
; CHECK: %[[IS_LONG:.*]] = icmp uge i64 %[[ROW]], 8
; CHECK: %[[ROWS:.*]] = mul nuw nsw i64 %local_size{{.*}}, %local_size
; CHECK: %[[IS_ONE:.*]] = icmp eq i64 %[[ROWS]], 1
; CHECK: %are_long = or i1 %[[IS_LONG]], %[[IS_ONE]]
; CHECK: br i1 %is_vector, label %rows, label %wide
; CHECK: rows:
; CHECK-NEXT: br i1 %are_long, label %start, label %packed
; CHECK: wide:
; CHECK-NEXT: call void @k.NativeCPUKernel.wide(ptr %out, ptr %state)
; CHECK: packed:
; CHECK-NEXT: call void @k.NativeCPUKernel.packed(ptr %out, ptr %state)
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 !falx.vector !1 {
  ret void
}
define internal void @k.NativeCPUKernel.v8(ptr %out, ptr %state) {
  ret void
}
define internal void @k.NativeCPUKernel.v8.masked(ptr %out, ptr %state, i32 %active) {
  ret void
}
define internal void @k.NativeCPUKernel.v8.packed(ptr %out, ptr %state, i32 %active) {
  %id = call i32 @__falx_ncpu_sub_group_id(ptr %state)
  store i32 %id, ptr %out
  %count = call i32 @__falx_ncpu_sub_group_count(ptr %state)
  store i32 %count, ptr %out
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %first = trunc i64 %l to i32
  store i32 %first, ptr %out
  ret void
}
declare i32 @__falx_ncpu_sub_group_id(ptr)
declare i32 @__falx_ncpu_sub_group_count(ptr)
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 0, i32 0}
!1 = !{i32 8, i32 1, i64 2147483648, ptr @k.NativeCPUKernel.v8, ptr @k.NativeCPUKernel.v8.masked, ptr @k.NativeCPUKernel.v8.packed}
