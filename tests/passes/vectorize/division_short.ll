; Numbers of 16 bits are divided in float.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: uitofp <4 x i16> %{{.*}} to <4 x float>
; CHECK: fdiv <4 x float>
; CHECK: fptoui <4 x float> %{{.*}} to <4 x i16>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i16, ptr %a, i64 %id
  %q = getelementptr i16, ptr %b, i64 %id
  %x = load i16, ptr %p

  %y = load i16, ptr %q
  %z = udiv i16 %x, %y
  store i16 %z, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
