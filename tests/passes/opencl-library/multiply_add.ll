; llvm.fmuladd is a product and a sum that may be fused: OpenCL's fma would have to be exact.
; RUN: falx-opt -passes=opencl-library --target=spir64 -S %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @scalar(
; CHECK: %[[P:.*]] = fmul nnan contract float %a, %b
; CHECK: %[[S:.*]] = fadd nnan contract float %[[P]], %c
; CHECK: ret float %[[S]]
define spir_func float @scalar(float %a, float %b, float %c) {
  %r = call nnan float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %r
}

; CHECK-LABEL: @vector(
; CHECK: fmul contract <4 x double>
; CHECK: fadd contract <4 x double>
; CHECK-NOT: call
define spir_func <4 x double> @vector(<4 x double> %a, <4 x double> %b, <4 x double> %c) {
  %r = call <4 x double> @llvm.fmuladd.v4f64(<4 x double> %a, <4 x double> %b, <4 x double> %c)
  %s = call <4 x double> @llvm.fmuladd.v4f64(<4 x double> %r, <4 x double> %b, <4 x double> %c)
  ret <4 x double> %s
}

; CHECK: ret
declare float @llvm.fmuladd.f32(float, float, float)
declare <4 x double> @llvm.fmuladd.v4f64(<4 x double>, <4 x double>, <4 x double>)
