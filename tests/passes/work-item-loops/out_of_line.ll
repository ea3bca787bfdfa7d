; Functions that stay out of line read the ids from the state, where they are stored for each item.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal i64 @helper(i32 %d, ptr %state)
; CHECK-NEXT: %[[IDS:.*]] = getelementptr inbounds i8, ptr %state, i64 240
; CHECK-NEXT: %[[FIELD:.*]] = getelementptr inbounds i64, ptr %[[IDS]], i32 %d
; CHECK-NEXT: load i64, ptr %[[FIELD]], align 8
define internal i64 @helper(i32 %d, ptr %state) {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 %d)
  ret i64 %id
}
; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: %[[X:global_id.*]] = add nuw nsw i64
; CHECK: %[[F:.*]] = getelementptr inbounds i8, ptr %state, i64 240
; CHECK: store i64 %[[X]], ptr %[[F]], align 8
; CHECK: call i64 @helper(i32 0, ptr %state)
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 {
  %r = call i64 @helper(i32 0, ptr %state)
  store i64 %r, ptr %out
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
