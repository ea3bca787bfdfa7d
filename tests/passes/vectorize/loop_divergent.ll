; A loop that lanes leave one by one goes round while one is left; the counter, the same for all
; that are in, stays a scalar.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: loop:
; CHECK-DAG: %[[MASK:.*]] = phi <4 x i1> [ splat (i1 true), %entry ], [ %[[AGAIN:.*]], %loop ]
; CHECK-DAG: %[[K:.*]] = phi i32 [ 0, %entry ]
; CHECK: %[[C:.*]] = icmp slt <4 x i32>
; CHECK: %[[AGAIN]] = select <4 x i1> %[[MASK]], <4 x i1> %[[C]], <4 x i1> zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[AGAIN]] to i4
; CHECK: %[[NONE:.*]] = icmp eq i4 %[[BITS]], 0
; CHECK: br i1 %[[NONE]], label %exit, label %loop
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k2, %loop ]
  %s = phi i32 [ %x, %entry ], [ %s2, %loop ]
  %m = mul i32 %s, %s
  %s2 = add i32 %m, %k
  %k2 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %s2, %n
  br i1 %c, label %loop, label %exit
exit:
  store i32 %s2, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
