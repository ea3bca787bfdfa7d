; frexp becomes bit operations: LLVM cannot generate code for every vector of it.
; RUN: falx-opt -S -passes=lower-math %s -o - | FileCheck-22 %s
; CHECK-NOT: call {{.*}}@llvm.frexp
; CHECK-LABEL: define internal double @of_double(
; CHECK: and i64 {{.*}}, -9218868437227405313
; CHECK-LABEL: define internal i32 @of_float(
; CHECK: and i32 {{.*}}, 255
; CHECK-NOT: call {{.*}}@llvm.frexp
define internal double @of_double(double %x) {
  %r = call { double, i32 } @llvm.frexp.f64.i32(double %x)
  %f = extractvalue { double, i32 } %r, 0
  %e = extractvalue { double, i32 } %r, 1
  %w = sitofp i32 %e to double
  %s = fadd double %f, %w
  ret double %s
}
define internal i32 @of_float(float %x) {
  %r = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %e = extractvalue { float, i32 } %r, 1
  ret i32 %e
}
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare { float, i32 } @llvm.frexp.f32.i32(float)
