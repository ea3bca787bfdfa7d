; Rows shorter than a vector are not looked for.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: rows
; CHECK: urem <4 x i32>
; CHECK-NOT: rows
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %x = urem i64 %id, 3
  %q = getelementptr i32, ptr %b, i64 %x
  %w = load i32, ptr %q
  %r = getelementptr i32, ptr %a, i64 %id
  store i32 %w, ptr %r
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
