; A barrier of all work-groups counts in the memory that the driver gives cooperative launches; the kernel's record
; asks for one. Memory of other devices is fenced around it.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-barriers %s | FileCheck-22 %s
; RUN: sed 's/(i32 1, i32 0/(i32 0, i32 0/' %s | not falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-barriers - 2>&1 | FileCheck-22 %s --check-prefix=DEVICES
; DEVICES: error: in function 'Kernel': barriers are of a sub-group, a work-group or all work-groups of a launch

target triple = "nvptx64-nvidia-cuda"
; CHECK: define ptx_kernel void @Kernel() {{.*}}!falx.dispatch ![[#DISPATCH:]]
; CHECK-NEXT: call void @falx_root_barrier()
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: call void @falx_root_barrier()
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
define ptx_kernel void @Kernel() {
  call void @_Z22__spirv_ControlBarrieriii(i32 1, i32 1, i32 776)
  call void @_Z22__spirv_ControlBarrieriii(i32 1, i32 0, i32 784)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)

; CHECK: define internal void @falx_root_barrier() #[[#CONVERGENT:]]
; CHECK-NEXT: call void asm sideeffect "{{.*}}barrier.sync 0;{{.*}}%envreg2{{.*}}atom.add.release.gpu.u32{{.*}}ld.acquire.gpu.u32{{.*}}barrier.sync 0;
; CHECK: attributes #[[#CONVERGENT]] = { convergent
; CHECK: ![[#DISPATCH]] = !{i32 {{[0-9]+}}, i32 0}
