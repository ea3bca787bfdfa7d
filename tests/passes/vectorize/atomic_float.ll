; Sums of floating point numbers are combined in pairs.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[S:.*]] = call reassoc float @llvm.vector.reduce.fadd.v4f32(float -0.000000e+00,
; CHECK: atomicrmw fadd ptr %b, float %[[S]] monotonic
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %p
  %o = atomicrmw fadd ptr %b, float %x monotonic
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
