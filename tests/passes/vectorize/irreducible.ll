; A loop with two entries is given one, and then vectorized.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: irr.guard:
; CHECK: br i1 %any.not, label %exit, label %irr.guard
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %n, 5
  br i1 %c, label %one, label %two
one:
  %i = phi i32 [ 0, %entry ], [ %j2, %two ]
  %i2 = add i32 %i, %x
  %d = icmp sgt i32 %i2, 1000
  br i1 %d, label %exit, label %two
two:
  %j = phi i32 [ 1, %entry ], [ %i2, %one ]
  %j2 = mul i32 %j, 3
  %f = icmp sgt i32 %j2, 100
  br i1 %f, label %exit, label %one
exit:
  %r = phi i32 [ %i2, %one ], [ %j2, %two ]
  store i32 %r, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
