; A class test keeps its mask.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call <4 x i1> @llvm.is.fpclass.v4f32(<4 x float> %{{.*}}, i32 144)
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %a, i64 %id
  %q = getelementptr float, ptr %b, i64 %id
  %x = load float, ptr %p

  %y = call i1 @llvm.is.fpclass.f32(float %x, i32 144)
  %z = zext i1 %y to i32
  store i32 %z, ptr %q
  ret void
}
declare i1 @llvm.is.fpclass.f32(float, i32)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
