; Functions with barriers or sub-group functions become part of the kernels that call them, without optimization,
; too; others stay.
; RUN: falx-opt -S -O0 --target=spir64 -passes=group-memory %s | FileCheck-22 %s

; CHECK-NOT: @meets
; CHECK-NOT: @votes
; CHECK: define spir_kernel void @Kernel()
; CHECK-NEXT: call spir_func void @other()
; CHECK-NEXT: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
; CHECK-NEXT: call spir_func i1 @_Z27__spirv_GroupNonUniformAllib(i32 3, i1 true)
; CHECK-NOT: @meets
; CHECK-NOT: @votes
; CHECK: define internal spir_func void @other()

target triple = "spirv64-unknown-unknown"
define spir_kernel void @Kernel() noinline optnone {
  call spir_func void @other()
  call spir_func void @meets()
  ret void
}
define internal spir_func void @meets() noinline optnone {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  call spir_func void @votes()
  ret void
}
define internal spir_func void @votes() noinline optnone {
  %all = call spir_func i1 @_Z27__spirv_GroupNonUniformAllib(i32 3, i1 true)
  ret void
}
define internal spir_func void @other() noinline optnone {
  ret void
}
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent
declare spir_func i1 @_Z27__spirv_GroupNonUniformAllib(i32, i1) convergent
