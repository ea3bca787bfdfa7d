; A function that touches no memory is called once if its arguments are uniform.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: lane:
; CHECK: %[[Y:.*]] = call i32 @f(i32 %n)
; CHECK: insertelement <4 x i32> poison, i32 %[[Y]], i64 0
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call i32 @f(i32 %n)
  %z = add i32 %x, %y
  store i32 %z, ptr %q
  ret void
}
declare i32 @f(i32) memory(none) nounwind willreturn
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
