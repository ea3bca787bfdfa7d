; A mask that keeps the lowest bits cuts rows; the test is that lanes differ in bits of the mask only.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[LAST:.*]] = add i64 %[[ID:.*]], 3
; CHECK-NEXT: %[[DIFFERENT:.*]] = xor i64 %[[ID]], %[[LAST]]
; CHECK-NEXT: %[[BITS:.*]] = or i64 %[[DIFFERENT]], 3
; CHECK: and i64 %[[BITS]],
; CHECK: label %row, label %rows.several
; CHECK: row:
; CHECK: load <4 x i32>
; CHECK: rows.several:
; CHECK: @llvm.masked.gather
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %m = add i64 %n, -1
  %x = and i64 %id, %m
  %q = getelementptr i32, ptr %b, i64 %x
  %w = load i32, ptr %q
  %r = getelementptr i32, ptr %a, i64 %id
  store i32 %w, ptr %r
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
