; An address of an earlier block, used twice where one may be parted in two ways: it is at hand
; behind both.
; RUN: falx-opt -S -passes=vectorize --lanes=8 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v8(
; CHECK: scattered:
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
define internal void @k.NativeCPUKernel(ptr %p, ptr %c, ptr %state) !falx.dispatch !0 {
entry:
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %flag = getelementptr i32, ptr %c, i64 %i
  %f = load i32, ptr %flag
  %is = icmp sgt i32 %f, 3
  br i1 %is, label %first, label %second
first:
  store i32 1, ptr %flag
  br label %second
second:
  %j = xor i64 %i, 12
  %at = getelementptr i32, ptr %p, i64 %j
  br label %loop
loop:
  %n = phi i32 [ 0, %second ], [ %next, %latch ]
  %g = load volatile i32, ptr %c
  %more = icmp sgt i32 %g, %f
  br i1 %more, label %inside, label %latch
inside:
  %v = load i32, ptr %at
  %w = add i32 %v, %n
  store i32 %w, ptr %at
  br label %latch
latch:
  %next = add i32 %n, 1
  %again = icmp slt i32 %next, %f
  br i1 %again, label %loop, label %done
done:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
