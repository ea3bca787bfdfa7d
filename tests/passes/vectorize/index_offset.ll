; Indices of 32 bits that LLVM extended: a number added to an id, in the high half of 64 bits and
; shifted back, goes from lane to lane like the id, because ids are so small that the sum fits.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-SAME: !falx.vector ![[V:[0-9]+]]
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: gather
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK-NOT: scatter
; CHECK: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: ret void
; CHECK: ![[V]] = !{i32 4, i32 0, i64 2147483578, ptr
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %high = shl i64 %id, 32
  %sum = add i64 %high, 21474836480
  %bytes = ashr exact i64 %sum, 30
  %p = getelementptr i8, ptr %a, i64 %bytes
  %x = load i32, ptr %p, align 4
  %before = add i64 %high, -4294967296
  %index = ashr exact i64 %before, 32
  %q = getelementptr i32, ptr %b, i64 %index
  store i32 %x, ptr %q, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
