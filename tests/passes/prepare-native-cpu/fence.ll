; A memory barrier is a fence of its ordering; at invocation scope it is nothing, within a work-group it is of one thread.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK-LABEL: @k.NativeCPUKernel
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
define spir_kernel void @k() {
  call void @_Z21__spirv_MemoryBarrierii(i32 1, i32 8)
  call void @_Z21__spirv_MemoryBarrierii(i32 4, i32 16)
  call void @_Z21__spirv_MemoryBarrierii(i32 2, i32 16)
  call void @_Z21__spirv_MemoryBarrierii(i32 3, i32 8)
  call void @_Z21__spirv_MemoryBarrierii(i32 0, i32 16)
  ret void
}
declare void @_Z21__spirv_MemoryBarrierii(i32, i32)
