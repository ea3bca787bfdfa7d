; Functions whose float operations may all be approximated flush subnormal numbers, as with nvcc's
; -use_fast_math; one that is exact keeps them in the whole function.
; RUN: falx-opt -passes=nvptx-library --target=nvptx64-nvidia-cuda -S %s | llc-22 -mcpu=sm_70 -o - | FileCheck-22 %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .entry fast(
; CHECK: div.approx.ftz.f32
; CHECK: sqrt.approx.ftz.f32
define ptx_kernel void @fast(ptr addrspace(1) %out, float %x, float %y) {
  %q = fdiv fast float %x, %y
  %r = call fast float @llvm.sqrt.f32(float %q)
  store float %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .entry mixed(
; CHECK: div.approx.f32
; CHECK: add.rn.f32
define ptx_kernel void @mixed(ptr addrspace(1) %out, float %x, float %y) {
  %q = fdiv fast float %x, %y
  %r = fadd float %q, %y
  store float %r, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .entry exact(
; CHECK: div.rn.f32
; CHECK: sqrt.rn.f32
define ptx_kernel void @exact(ptr addrspace(1) %out, float %x, float %y) {
  %q = fdiv float %x, %y
  %r = call float @llvm.sqrt.f32(float %q)
  store float %r, ptr addrspace(1) %out
  ret void
}
declare float @llvm.sqrt.f32(float)
