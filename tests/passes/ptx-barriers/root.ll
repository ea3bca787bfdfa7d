; A barrier of all work-groups is refused.
; RUN: not falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-barriers %s 2>&1 | FileCheck-22 %s
; CHECK: error: in function 'Kernel': barriers of all work-groups of a launch (root_group) are not supported on nvptx64-nvidia-cuda

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @Kernel() {
  call void @_Z22__spirv_ControlBarrieriii(i32 1, i32 1, i32 776)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
