; Kernels that ask for their sub-group get the default size, unless they require one or were compiled for
; automatic sizes; those that only call algorithms of work-groups do not. Those that ask, whatever their size,
; are marked if they name the size of dimension 1, as the headers do where launches may have several.
; RUN: falx-opt -S -passes=default-sub-groups %s | FileCheck-22 %s

; CHECK: define spir_kernel void @Asks() !falx.default_sub_group_size ![[DEFAULT:[0-9]+]] {
; CHECK: define spir_kernel void @AsksToo() !falx.default_sub_group_size ![[DEFAULT]] {
; CHECK: define spir_kernel void @Algorithm() {
; CHECK: define spir_kernel void @Requires() !falx.reqd_sub_group_size !{{[0-9]+}} {
; CHECK: define spir_kernel void @Automatic() {
; CHECK: define spir_kernel void @AsksInTwo() #[[ROWS:[0-9]+]] !falx.default_sub_group_size ![[DEFAULT]] {
; CHECK: define spir_kernel void @RequiresInTwo() #[[ROWS]] !falx.reqd_sub_group_size !{{[0-9]+}} {
; CHECK: define spir_kernel void @AlgorithmInTwo() {
; CHECK: define spir_kernel void @AsksInOne(i32 %d) !falx.default_sub_group_size ![[DEFAULT]] {
; CHECK: attributes #[[ROWS]] = { "falx-several-rows" }
; CHECK: ![[DEFAULT]] = !{i32 32}

define internal void @_ZN4sycl9sub_groupC2Ev() {
  %size = call i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
  ret void
}
define spir_kernel void @Asks() {
  call void @_ZN4sycl9sub_groupC2Ev()
  ret void
}
define spir_kernel void @AsksToo() {
  call void @_ZN4sycl9sub_groupC2Ev()
  ret void
}
define spir_kernel void @Algorithm() {
  %size = call i32 @_Z27__spirv_BuiltInSubgroupSizev()
  ret void
}
define spir_kernel void @Requires() !falx.reqd_sub_group_size !0 {
  call void @_ZN4sycl9sub_groupC2Ev()
  ret void
}
define spir_kernel void @Automatic() !falx.default_sub_group_size !1 {
  call void @_ZN4sycl9sub_groupC2Ev()
  ret void
}
define internal void @most_in_sub_group() {
  %y = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 1)
  %size = call i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
  ret void
}
define spir_kernel void @AsksInTwo() {
  call void @most_in_sub_group()
  ret void
}
define spir_kernel void @RequiresInTwo() !falx.reqd_sub_group_size !0 {
  call void @most_in_sub_group()
  ret void
}
define spir_kernel void @AlgorithmInTwo() {
  %y = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 1)
  %size = call i32 @_Z27__spirv_BuiltInSubgroupSizev()
  ret void
}
define spir_kernel void @AsksInOne(i32 %d) {
  %x = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %any = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 %d)
  call void @_ZN4sycl9sub_groupC2Ev()
  ret void
}
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
declare i32 @_Z27__spirv_BuiltInSubgroupSizev()
!0 = !{i32 4, !"a.cpp:1:1"}
!1 = !{i32 0}
