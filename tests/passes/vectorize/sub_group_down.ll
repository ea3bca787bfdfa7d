; A shift by a constant: lanes without a source keep their own.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 3>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call i32 @_Z37__spirv_GroupNonUniformShuffleDownIiET_iS0_j(i32 3, i32 %x, i32 1)
  store i32 %y, ptr %q
  ret void
}
declare i32 @_Z37__spirv_GroupNonUniformShuffleDownIiET_iS0_j(i32, i32, i32) convergent memory(none)
!0 = !{i32 0, i32 0}
declare i64 @__falx_ncpu_global_id(ptr, i32)
