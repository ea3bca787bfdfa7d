; Loops over work-groups around loops over local ids, which start at zero and end at the local range.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: getelementptr inbounds i8, ptr %state, i64 48
; CHECK: %[[L0:local_size.*]] = load i64
; CHECK: group{{[0-9]*}}:
; CHECK: group{{[0-9]*}}:
; CHECK: group{{[0-9]*}}:
; CHECK: %[[G0:.*]] = phi i64
; CHECK: phi i64 [ 0,
; CHECK: phi i64 [ 0,
; CHECK: %[[I0:.*]] = phi i64 [ 0,
; CHECK: %[[BASE:.*]] = mul nuw nsw i64 %[[G0]], %[[L0]]
; CHECK: %[[SUM:.*]] = add nuw nsw i64 %[[BASE]], %[[I0]]
; CHECK: %[[ID:.*]] = add nuw nsw i64 %[[SUM]], %global_offset
; CHECK: icmp eq i64 %{{.*}}, %[[L0]]
; CHECK-NEXT: br i1 %{{.*}}, !llvm.loop
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %local = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %p = getelementptr i64, ptr %out, i64 %id
  store i64 %local, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 0, i32 0}
