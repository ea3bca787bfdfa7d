; Three loops over the call's box of work-items, dimension 0 innermost; an empty box runs nothing;
; the id is the loop variable plus the offset.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: entry:
; CHECK: getelementptr inbounds i8, ptr %state, i64 96
; CHECK: %[[B0:begin.*]] = load i64
; CHECK: getelementptr inbounds i8, ptr %state, i64 120
; CHECK: %[[E0:end.*]] = load i64
; CHECK: %[[B1:begin.*]] = load i64
; CHECK: %[[E1:end.*]] = load i64
; CHECK: %[[B2:begin.*]] = load i64
; CHECK: %[[E2:end.*]] = load i64
; CHECK: %[[OFF:global_offset.*]] = load i64
; CHECK: icmp uge i64 %[[B0]], %[[E0]]
; CHECK: br i1 %{{.*}}, label %[[EXIT:.*]], label %[[Z:.*]]
; CHECK: [[Z]]:
; CHECK-NEXT: phi i64 [ %[[B2]], %entry ]
; CHECK: phi i64 [ %[[B1]], %[[Z]] ]
; CHECK: %[[X:.*]] = phi i64 [ %[[B0]], %{{.*}} ]
; CHECK-NEXT: %[[ID:.*]] = add nuw nsw i64 %[[X]], %[[OFF]]
; CHECK: %[[NEXT:.*]] = add nuw nsw i64 %[[X]], 1
; CHECK: %[[LAST:.*]] = icmp eq i64 %[[NEXT]], %[[E0]]
; CHECK: br i1 %[[LAST]], label %{{.*}}, label %{{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: [[EXIT]]:
; CHECK-NEXT: ret void
; CHECK-NOT: __falx_ncpu
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[PARALLEL:[0-9]+]], ![[PROGRESS:[0-9]+]]}
; CHECK: ![[PARALLEL]] = !{!"llvm.loop.parallel_accesses", ![[GROUP:[0-9]+]]}
; CHECK: ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}

define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i64, ptr %out, i64 %id
  store i64 %id, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
