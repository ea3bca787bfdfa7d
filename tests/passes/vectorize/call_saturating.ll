; Saturating and funnel intrinsics.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call <4 x i32> @llvm.uadd.sat.v4i32(
; CHECK: call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> splat (i32 5))
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call i32 @llvm.uadd.sat.i32(i32 %x, i32 %n)
  %z = call i32 @llvm.fshl.i32(i32 %y, i32 %x, i32 5)
  store i32 %z, ptr %q
  ret void
}
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
