; A kernel that walks columns runs the first vectors of up to 256 rows, then the second ones, and so on; what is
; left of the rows comes last.
; RUN: falx-opt -S -O2 -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: %[[B0:begin.*]] = load i64
; CHECK: %[[E0:end.*]] = load i64
; CHECK: %[[B1:begin.*]] = load i64
; CHECK: %[[E1:end.*]] = load i64
; CHECK: %vectors_last = select i1
; CHECK: tile:
; CHECK-NEXT: %[[FIRST:.*]] = phi i64 [ %[[B1]], %{{.*}} ], [ %[[LAST:.*]], %row.end ]
; CHECK: %[[FULL:.*]] = add nuw nsw i64 %[[FIRST]], 256
; CHECK: %[[LAST]] = call i64 @llvm.umin.i64(i64 %[[FULL]], i64 %[[E1]])
; CHECK: row.end:
; CHECK-NEXT: icmp eq i64 %[[LAST]], %[[E1]]
; CHECK: vector:
; CHECK-NEXT: phi i64 [ %[[B0]], %vectors ]
; CHECK: phi i64 [ %[[FIRST]], %vector ]
; CHECK: store <4 x i32>
; CHECK: icmp eq i64 %{{.*}}, %[[LAST]]
; CHECK: icmp eq i64 %{{.*}}, %vectors_last
; CHECK: phi i64 [ %[[FIRST]], %epilogue ]
; CHECK: store i32 7
; CHECK: icmp eq i64 %{{.*}}, %[[E0]]
; CHECK: icmp eq i64 %{{.*}}, %[[LAST]]
; CHECK-COUNT-1: ret void

define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 !falx.vector !1 {
  %x = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %y = call i64 @__falx_ncpu_global_id(ptr %state, i32 1)
  %id = add i64 %x, %y
  %p1 = getelementptr i32, ptr %out, i64 %id
  store i32 7, ptr %p1
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %out, ptr %state) {
  %x = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %y = call i64 @__falx_ncpu_global_id(ptr %state, i32 1)
  %id = add i64 %x, %y
  %p4 = getelementptr i32, ptr %out, i64 %id
  store <4 x i32> splat (i32 7), ptr %p4, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 8193, i32 1}
!1 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4}
