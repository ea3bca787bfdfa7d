; A break in a uniform loop makes it divergent; lanes that broke out are not in the blocks behind
; the break.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: loop:
; CHECK: %[[MASK:.*]] = phi <4 x i1> [ splat (i1 true), %entry ], [ %[[AGAIN:.*]], %loop ]
; CHECK: %[[C:.*]] = icmp ne <4 x i32>
; CHECK: %[[NEXT:.*]] = select <4 x i1> %[[MASK]], <4 x i1> %[[C]], <4 x i1> zeroinitializer
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %{{.*}}, ptr align 4 %{{.*}}, <4 x i1> %[[NEXT]])
; CHECK: %[[AGAIN]] = select <4 x i1> %[[NEXT]], <4 x i1>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k2, %next ]
  %w = zext nneg i32 %k to i64
  %g = getelementptr i32, ptr %a, i64 %w
  %y = load i32, ptr %g
  %d = icmp eq i32 %y, %x
  br i1 %d, label %exit, label %next
next:
  store i32 %k, ptr %q
  %k2 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k2, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
