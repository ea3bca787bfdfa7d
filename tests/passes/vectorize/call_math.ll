; Functions of libmvec take as many calls as the vector has registers of the machine.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[A:.*]] = call <2 x double> @_ZGVbN2v_sin(<2 x double>
; CHECK: %[[B:.*]] = call <2 x double> @_ZGVbN2v_sin(<2 x double>
; CHECK: shufflevector <2 x double> %[[A]], <2 x double> %[[B]], <4 x i32> <i32 0, i32 1, i32 2, i32 3>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr double, ptr %a, i64 %id
  %x = load double, ptr %p
  %y = call double @sin(double %x)
  store double %y, ptr %p
  ret void
}
declare double @sin(double) memory(none) nounwind willreturn
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
