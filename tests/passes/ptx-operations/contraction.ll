; A sum is not contracted with a product that something else needs, too; it is with one that only
; sums need, and with the one of two that nothing else needs.
; RUN: falx-opt -S -O2 --target=nvptx64-nvidia-cuda -passes=ptx-operations %s | FileCheck-22 %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @Needed(
; CHECK: fadd nsz float %squared, 1.000000e+00
define float @Needed(float %x, ptr %out) {
  %squared = fmul contract float %x, %x
  store float %squared, ptr %out
  %sum = fadd nsz contract float %squared, 1.0
  ret float %sum
}

; CHECK-LABEL: @Sums(
; CHECK: fadd contract float %squared, 1.000000e+00
; CHECK: fadd contract float %squared, 2.000000e+00
define float @Sums(float %x, ptr %out) {
  %squared = fmul contract float %x, %x
  %sum = fadd contract float %squared, 1.0
  store float %sum, ptr %out
  %other = fadd contract float %squared, 2.0
  ret float %other
}

; CHECK-LABEL: @OneOfTwo(
; CHECK: fadd contract float %squared, %product
define float @OneOfTwo(float %x, float %y, ptr %out) {
  %squared = fmul contract float %x, %x
  store float %squared, ptr %out
  %product = fmul contract float %x, %y
  %sum = fadd contract float %squared, %product
  ret float %sum
}

; CHECK-LABEL: @Difference(
; CHECK: fsub float %a, %b
; CHECK: fadd float %a, %b
define float @Difference(float %x, float %y, ptr %out) {
  %a = fmul contract float %x, %x
  %b = fmul contract float %y, %y
  %difference = fsub contract float %a, %b
  store float %difference, ptr %out
  %sum = fadd contract float %a, %b
  ret float %sum
}
