; The first work-item's exclusive sum is 0, as SYCL's known identity is, not the -0 that leaves every
; number as it is: that fills the steps.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: shufflevector <4 x float> {{.*}}float 0.000000e+00
; CHECK: shufflevector <4 x float> {{.*}}float -0.000000e+00
define internal void @k.NativeCPUKernel(ptr %a, ptr %state) !falx.dispatch !0 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %p
  %s = call float @_Z27__spirv_GroupNonUniformFAddIfET_iiS0_(i32 3, i32 2, float %x)
  store float %s, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare float @_Z27__spirv_GroupNonUniformFAddIfET_iiS0_(i32, i32, float) convergent memory(none)
!0 = !{i32 0, i32 0}
