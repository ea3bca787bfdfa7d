; A shuffle from lanes that are not known goes through memory where the machine has no instruction
; for it; lanes outside read their own.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[IN:.*]] = icmp ult <4 x i32> %[[X:.*]], splat (i32 4)
; CHECK: %[[L:.*]] = select <4 x i1> %[[IN]], <4 x i32> %[[X]], <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: store <4 x i32> %[[X]], ptr %shuffle
; CHECK: %[[W:.*]] = zext <4 x i32> %[[L]] to <4 x i64>
; CHECK: %[[P:.*]] = getelementptr i32, ptr %shuffle, <4 x i64> %[[W]]
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %[[P]],
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call i32 @_Z33__spirv_GroupNonUniformShuffleIiET_iS0_j(i32 3, i32 %x, i32 %x)
  store i32 %y, ptr %q
  ret void
}
declare i32 @_Z33__spirv_GroupNonUniformShuffleIiET_iS0_j(i32, i32, i32) convergent memory(none)
!0 = !{i32 0, i32 0}
declare i64 @__falx_ncpu_global_id(ptr, i32)
