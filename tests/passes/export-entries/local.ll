; Barriers, group memory, sub-group functions and what asks about sub-groups, also in functions that are called, keep an export in its image (DL-1).
; RUN: falx-opt -S -passes=export-entries %s -o - | FileCheck %s --implicit-check-not=falx_export

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
declare spir_func ptr @_Z19__falx_group_memorymm(i64, i64)
declare spir_func i32 @_Z31__spirv_GroupNonUniformShuffleijj(i32, i32, i32)

; CHECK: define spir_func void @waits()
define spir_func void @waits() "sycl_external" {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  ret void
}
define spir_func void @waits_in_a_call() "sycl_external" {
  call spir_func void @waits()
  ret void
}
define spir_func ptr @shares() "sycl_external" {
  %p = call spir_func ptr @_Z19__falx_group_memorymm(i64 4, i64 4)
  ret ptr %p
}
define spir_func i32 @shuffles(i32 %x) "sycl_external" {
  %r = call spir_func i32 @_Z31__spirv_GroupNonUniformShuffleijj(i32 3, i32 %x, i32 0)
  ret i32 %r
}
define spir_func i32 @asks() "sycl_external" {
  %r = call spir_func i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
  ret i32 %r
}
declare spir_func i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
; CHECK: !falx.local_exports = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]], [[D:![0-9]+]], [[E:![0-9]+]]}
; CHECK: [[A]] = !{!"waits"}
; CHECK: [[B]] = !{!"waits_in_a_call"}
; CHECK: [[C]] = !{!"shares"}
; CHECK: [[D]] = !{!"shuffles"}
; CHECK: [[E]] = !{!"asks"}
