; A barrier of a sub-group is a fence, so that no access to memory is moved across it or deleted, of one thread unless
; others are to see what is before it; and the kernel uses sub-groups.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK: define internal void @k.NativeCPUKernel({{.*}}) #[[USES:[0-9]+]]
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
; CHECK: attributes #[[USES]] = { {{.*}}"falx-sub-group-barrier"
define spir_kernel void @k() {
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 3, i32 912)
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 1, i32 912)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
