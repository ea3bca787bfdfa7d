; The size of a sub-group is the number of lanes, in the masked form the number of active ones;
; work-items count from 0.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: store <4 x i32> <i32 16, i32 20, i32 24, i32 28>
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4.masked(
; CHECK-SAME: i32 %[[ACTIVE:[0-9]+]])
; CHECK: %[[S:.*]] = insertelement <4 x i32> poison, i32 %[[ACTIVE]], i64 0
; CHECK: add <4 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %l = call i32 @__falx_ncpu_sub_group_local_id(ptr %state)
  %s = call i32 @__falx_ncpu_sub_group_size(ptr %state)
  %m = call i32 @__falx_ncpu_sub_group_max_size(ptr %state)
  %t = add i32 %s, %l
  %u = mul i32 %t, %m
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %u, ptr %q
  ret void
}
declare i32 @__falx_ncpu_sub_group_local_id(ptr)
declare i32 @__falx_ncpu_sub_group_size(ptr)
declare i32 @__falx_ncpu_sub_group_max_size(ptr)
!0 = !{i32 0, i32 0}
declare i64 @__falx_ncpu_global_id(ptr, i32)
