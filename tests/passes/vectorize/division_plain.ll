; Where all lanes are there a division is a division.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: select
; CHECK: srem <4 x i64>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i64, ptr %a, i64 %id
  %q = getelementptr i64, ptr %b, i64 %id
  %x = load i64, ptr %p

  %y = load i64, ptr %q
  %z = srem i64 %x, %y
  store i64 %z, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
