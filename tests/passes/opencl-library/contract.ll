; Drivers may fuse products with sums where the whole module allows it.
; RUN: falx-opt -passes=opencl-library --target=spir64 -S %s | FileCheck-22 %s
; RUN: sed -e 's/fadd contract/fadd/' %s | falx-opt -passes=opencl-library --target=spir64 -S - \
; RUN:   | FileCheck-22 --check-prefix=SEPARATE %s
target triple = "spirv64-unknown-unknown"

; CHECK: !opencl.enable.FP_CONTRACT
; SEPARATE: fadd float
; SEPARATE-NOT: FP_CONTRACT
define spir_func float @sum(float %a, float %b, float %c) {
  %p = fmul contract float %a, %b
  %s = fadd contract float %p, %c
  ret float %s
}
