; Without a wish lanes are as many as fill a register with the type of most of the work, here of 16
; bits.
; RUN: falx-opt -S -passes=vectorize %s -o - | FileCheck %s

; CHECK: define internal void @k.NativeCPUKernel.v8(
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i16, ptr %a, i64 %id
  %x = load i16, ptr %p
  %y = mul i16 %x, %x
  %z = add i16 %y, 1
  store i16 %z, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
