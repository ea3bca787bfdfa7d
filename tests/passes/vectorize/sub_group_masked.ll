; In the form for fewer work-items absent lanes add nothing.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4.masked(
; CHECK-SAME: i32 %[[ACTIVE:[0-9]+]])
; CHECK: insertelement <4 x i32> poison, i32 %[[ACTIVE]], i64 0
; CHECK: %[[MASK:.*]] = icmp ugt <4 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: %[[X:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(
; CHECK-SAME: <4 x i1> %[[MASK]],
; CHECK: call i32 @llvm.vector.reduce.add.v4i32(
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call i32 @_Z30__spirv_GroupNonUniformIAddIiET_iiS0_(i32 3, i32 0, i32 %x)
  store i32 %y, ptr %q
  ret void
}
declare i32 @_Z30__spirv_GroupNonUniformIAddIiET_iiS0_(i32, i32, i32) convergent memory(none)
!0 = !{i32 0, i32 0}
declare i64 @__falx_ncpu_global_id(ptr, i32)
