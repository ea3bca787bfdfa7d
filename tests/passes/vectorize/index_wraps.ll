; What is not known to fit 32 bits is not taken for a row: ids times a large number, and a difference
; of unsigned numbers, which wraps. Without any that count on it ids may have all 31 bits.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-SAME: !falx.vector ![[V:[0-9]+]]
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: ret void
; CHECK: ![[V]] = !{i32 4, i32 0, i64 2147483648, ptr
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %hash = mul i64 %id, 7145898110255104
  %i = ashr exact i64 %hash, 32
  %p = getelementptr i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4
  %less = add i64 %id, -1
  %j = and i64 %less, 4294967295
  %q = getelementptr i32, ptr %a, i64 %j
  %y = load i32, ptr %q, align 4
  %z = add i32 %x, %y
  %r = getelementptr i32, ptr %b, i64 %id
  store i32 %z, ptr %r, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
