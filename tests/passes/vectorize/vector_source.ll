; Vectors of the source are taken apart first: each element becomes a vector over the lanes.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
; CHECK: fmul <4 x float>
; CHECK: fmul <4 x float>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr <2 x float>, ptr %a, i64 %id
  %x = load <2 x float>, ptr %p
  %y = fmul <2 x float> %x, %x
  store <2 x float> %y, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
