; A number given to -fsycl-default-sub-group-size= is an attribute of kernels that have none; automatic stays.
; RUN: falx-opt -passes=kernel-attributes -S %s | FileCheck-22 %s

; CHECK: define spir_kernel void @Plain() !falx.reqd_sub_group_size ![[GIVEN:[0-9]+]] {
; CHECK: define spir_kernel void @Own() !falx.reqd_sub_group_size ![[OWN:[0-9]+]] {
; CHECK: define spir_kernel void @Automatic() !falx.default_sub_group_size ![[AUTOMATIC:[0-9]+]] {
; CHECK-DAG: ![[GIVEN]] = !{i32 16, !"-fsycl-default-sub-group-size="}
; CHECK-DAG: ![[OWN]] = !{i32 4, !"a.cpp:1:1"}
; CHECK-DAG: ![[AUTOMATIC]] = !{i32 0}

define spir_kernel void @Plain() !falx.default_sub_group_size !0 {
  ret void
}
define spir_kernel void @Own() !falx.default_sub_group_size !0 !falx.reqd_sub_group_size !1 {
  ret void
}
define spir_kernel void @Automatic() !falx.default_sub_group_size !2 {
  ret void
}
!0 = !{i32 16}
!1 = !{i32 4, !"a.cpp:1:1"}
!2 = !{i32 0}
