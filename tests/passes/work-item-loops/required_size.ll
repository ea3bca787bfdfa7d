; A required work-group size is a constant of the loops (KL-11): the last number of the attribute is
; that of dimension 0.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-NOT: local_size
; CHECK: %[[GROUP:.*]] = mul nuw nsw i64 %{{.*}}, 16
; CHECK: icmp eq i64 %{{.*}}, 16
; CHECK-NEXT: br i1 %{{.*}}, !llvm.loop
; CHECK: icmp eq i64 %{{.*}}, 4
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 !falx.reqd_work_group_size !1 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %local = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %p = getelementptr i64, ptr %out, i64 %id
  store i64 %local, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 0, i32 0}
!1 = !{i32 4, i32 16, !"a.cpp:3:5"}
