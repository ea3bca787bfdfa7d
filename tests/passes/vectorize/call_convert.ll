; Saturating conversions are overloaded on what they take and what they answer.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %a, i64 %id
  %q = getelementptr float, ptr %b, i64 %id
  %x = load float, ptr %p

  %y = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  store i32 %y, ptr %q
  ret void
}
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
