; Drivers may fuse products with sums in kernels where any may be; in others, whose names follow, not.
; RUN: falx-opt -passes=opencl-library --target=spir64 -S %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

; CHECK: !opencl.enable.FP_CONTRACT
; CHECK: !spirv.ExecutionMode = !{[[ONE:![0-9]+]], [[TWO:![0-9]+]]}
; CHECK-DAG: [[ONE]] = !{ptr @Separate, i32 31}
; CHECK-DAG: [[TWO]] = !{ptr @Nothing, i32 31}
define spir_func float @fast(float %a, float %b, float %c) {
  %p = fmul contract float %a, %b
  %s = fadd contract float %p, %c
  ret float %s
}
define spir_kernel void @Fast(ptr addrspace(1) %to) {
  %s = call spir_func float @fast(float 1.0, float 2.0, float 3.0)
  store float %s, ptr addrspace(1) %to
  ret void
}
define spir_kernel void @On(ptr addrspace(1) %to, float %a) {
  %s = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %s, ptr addrspace(1) %to
  ret void
}
define spir_kernel void @Separate(ptr addrspace(1) %to, float %a) {
  %p = fmul float %a, %a
  %s = fadd float %p, %a
  store float %s, ptr addrspace(1) %to
  ret void
}
define spir_kernel void @Nothing() {
  ret void
}
declare float @llvm.fmuladd.f32(float, float, float)
