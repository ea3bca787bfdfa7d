; Twice a global id may need 32 bits, which as an index would count as negative.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: and <4 x i64>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %low = and i64 %id, 6
  %high = xor i64 %id, %low
  %i = shl i64 %high, 1
  %q = getelementptr i32, ptr %b, i64 %i
  %w = load i32, ptr %q
  %r = getelementptr i32, ptr %a, i64 %id
  store i32 %w, ptr %r
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
