; What is no function of the library, and what only looks like one, stays.
; RUN: falx-opt -S -passes=lower-math %s -o - | FileCheck-22 %s

; CHECK-LABEL: define internal float @kept(
; CHECK: call float @expf(float %x)
; CHECK: call float @llvm.tan.f32
; CHECK: call double @llvm.exp.f64
; CHECK: call float @sinf(float %x, float %x)
; CHECK: call float @exp2(float %x)
; CHECK: call float %f(float %x, ptr %state)
define internal float @kept(float %x, double %d, ptr %f, ptr %state) {
  %a = call float @expf(float %x)
  %b = call float @llvm.tan.f32(float %x)
  %c = call double @llvm.exp.f64(double %d)
  %e = call float @sinf(float %x, float %x)
  %g = call float @exp2(float %x)
  %h = call float %f(float %x, ptr %state)
  %s = fadd float %a, %b
  ret float %s
}

; The program's own.
define internal float @expf(float %x) noinline {
  ret float %x
}
declare float @llvm.tan.f32(float)
declare double @llvm.exp.f64(double)
declare float @sinf(float, float)
declare float @exp2(float)
