; Barriers of a work-group and of a sub-group, with fences where memory is for others, too; memory barriers as
; fences of their scope. Kernels with barriers of a work-group say so.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-barriers %s | FileCheck-22 %s

; CHECK: define ptx_kernel void @Kernel() !falx.dispatch [[FLAGS:![0-9]+]]
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: fence syncscope("device") acq_rel
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: fence syncscope("device") acq_rel
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: call void @meets()
; CHECK-NEXT: ret void
; CHECK: define ptx_kernel void @Fences() {
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: fence syncscope("device") acquire
; CHECK-NEXT: fence syncscope("block") release
; CHECK-NEXT: fence syncscope("block") acq_rel
; CHECK-NEXT: ret void
; CHECK: [[FLAGS]] = !{i32 4, i32 0}

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @Kernel() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 1, i32 776)
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 3, i32 264)
  call void @meets()
  ret void
}
define internal void @meets() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}
define ptx_kernel void @Fences() {
  call void @_Z21__spirv_MemoryBarrierii(i32 0, i32 784)
  call void @_Z21__spirv_MemoryBarrierii(i32 1, i32 770)
  call void @_Z21__spirv_MemoryBarrierii(i32 2, i32 772)
  call void @_Z21__spirv_MemoryBarrierii(i32 3, i32 776)
  call void @_Z21__spirv_MemoryBarrierii(i32 2, i32 0)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare void @_Z21__spirv_MemoryBarrierii(i32, i32)
