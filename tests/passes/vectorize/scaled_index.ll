; A product of the id and a constant is strided: bytes times four are neighbours.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: shl i64 %{{.*}}, 2
; CHECK: %[[P:.*]] = getelementptr i8, ptr %a, i64
; CHECK: load <4 x i32>, ptr %[[P]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %i = mul i64 %id, 4
  %p = getelementptr i8, ptr %a, i64 %i
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
