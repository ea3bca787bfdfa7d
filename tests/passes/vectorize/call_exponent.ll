; ldexp takes a vector of exponents.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call <4 x float> @llvm.ldexp.v4f32.v4i32(<4 x float> %{{.*}}, <4 x i32> %{{.*}})
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %a, i64 %id
  %q = getelementptr float, ptr %b, i64 %id
  %x = load float, ptr %p

  %m = fptosi float %x to i32
  %y = call float @llvm.ldexp.f32.i32(float %x, i32 %m)
  store float %y, ptr %q
  ret void
}
declare float @llvm.ldexp.f32.i32(float, i32)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
