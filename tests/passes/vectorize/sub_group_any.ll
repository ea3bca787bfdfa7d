; Any is a test of the vector's bits, all one of the opposite's.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[C:.*]] = icmp sgt <4 x i32>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[C]] to i4
; CHECK: icmp ne i4 %[[BITS]], 0
; CHECK: %[[NOT:.*]] = xor <4 x i1> %[[C]], splat (i1 true)
; CHECK: %[[REST:.*]] = bitcast <4 x i1> %[[NOT]] to i4
; CHECK: icmp eq i4 %[[REST]], 0
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  %d = call i1 @_Z26__spirv_GroupNonUniformAnyib(i32 3, i1 %c)
  %e = call i1 @_Z26__spirv_GroupNonUniformAllib(i32 3, i1 %c)
  %f = zext i1 %d to i32
  %g = zext i1 %e to i32
  %h = shl i32 %g, 1
  %y = or i32 %f, %h
  store i32 %y, ptr %q
  ret void
}
declare i1 @_Z26__spirv_GroupNonUniformAnyib(i32, i1) convergent memory(none)
declare i1 @_Z26__spirv_GroupNonUniformAllib(i32, i1) convergent memory(none)
!0 = !{i32 0, i32 0}
declare i64 @__falx_ncpu_global_id(ptr, i32)
