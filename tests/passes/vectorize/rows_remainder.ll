; Where all lanes are in one row of n, the remainder grows from lane to lane and the quotient is one for all.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[PLACE:.*]] = urem i64 %[[ID:.*]], %n
; CHECK-NEXT: %[[LEFT:.*]] = sub i64 %n, %[[PLACE]]
; CHECK-NEXT: %[[IS:.*]] = icmp ugt i64 %[[LEFT]], 3
; CHECK: br i1 %[[IS]], label %[[ROW:.*]], label %rows.several
; CHECK: [[ROW]]:
; CHECK: udiv i64 %[[ID]], %n
; CHECK: load i32, ptr
; CHECK: load <4 x i32>, ptr
; CHECK: rows.several:
; CHECK: fdiv <4 x double>
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: rows.done:
; CHECK: phi <4 x i32>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %x = urem i64 %id, %n
  %y = udiv i64 %id, %n
  %p = getelementptr i32, ptr %a, i64 %y
  %u = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %x
  %w = load i32, ptr %q
  %s = add i32 %u, %w
  %r = getelementptr i32, ptr %a, i64 %id
  store i32 %s, ptr %r
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
