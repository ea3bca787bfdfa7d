; Intrinsics that LLVM has for vectors become those, flags kept.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[Y:.*]] = call nnan <4 x float> @llvm.sqrt.v4f32(<4 x float> %{{.*}})
; CHECK: call <4 x float> @llvm.fma.v4f32(<4 x float> %[[Y]],
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %a, i64 %id
  %q = getelementptr float, ptr %b, i64 %id
  %x = load float, ptr %p

  %y = call nnan float @llvm.sqrt.f32(float %x)
  %z = call float @llvm.fma.f32(float %y, float %x, float 1.0)
  store float %z, ptr %q
  ret void
}
declare float @llvm.sqrt.f32(float)
declare float @llvm.fma.f32(float, float, float)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
