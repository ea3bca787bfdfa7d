; 1 / sqrt x that allows reciprocals is an ordinary division where the processor's estimate is not
; good enough, and without optimization.
; RUN: falx-opt -S -passes=lower-math %s -o - | FileCheck-22 %s
; RUN: falx-opt -S -O0 -passes=lower-math %s -o - | FileCheck-22 %s

; CHECK-LABEL: define internal float @allowed(
; CHECK: fdiv float 1.000000e+00
; CHECK-NOT: select
define internal float @allowed(float %x) {
  %s = call float @llvm.sqrt.f32(float %x)
  %r = fdiv arcp float 1.000000e+00, %s
  ret float %r
}

; Who allows everything gets what LLVM makes of it.
; CHECK-LABEL: define internal float @fast(
; CHECK: fdiv fast float 1.000000e+00
define internal float @fast(float %x) {
  %s = call fast float @llvm.sqrt.f32(float %x)
  %r = fdiv fast float 1.000000e+00, %s
  ret float %r
}
declare float @llvm.sqrt.f32(float)
