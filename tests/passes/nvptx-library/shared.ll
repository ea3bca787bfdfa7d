; Sine, cosine and tangent of the same angle reduce it once; of another one, again.
; RUN: falx-opt -passes='nvptx-library,llvm<always-inline>' --target=nvptx64-nvidia-cuda -O2 -S %s | FileCheck-22 %s

; CHECK: define ptx_kernel void @same(
; CHECK-COUNT-1: call {{.*}}@nv_large_angle
; CHECK-NOT: call {{.*}}@nv_large_angle
; CHECK: define ptx_kernel void @different(
; CHECK-COUNT-2: call {{.*}}@nv_large_angle
; CHECK: ret void

target triple = "nvptx64-nvidia-cuda"

declare float @sinf(float)
declare float @cosf(float)
declare float @tanf(float)

define ptx_kernel void @same(ptr addrspace(1) %out, float %x) {
  %s = call float @sinf(float %x)
  store volatile float %s, ptr addrspace(1) %out
  %c = call float @cosf(float %x)
  store volatile float %c, ptr addrspace(1) %out
  %t = call float @tanf(float %x)
  store volatile float %t, ptr addrspace(1) %out
  ret void
}

define ptx_kernel void @different(ptr addrspace(1) %out, float %x, float %y) {
  %s = call float @sinf(float %x)
  store volatile float %s, ptr addrspace(1) %out
  %c = call float @cosf(float %y)
  store volatile float %c, ptr addrspace(1) %out
  ret void
}
