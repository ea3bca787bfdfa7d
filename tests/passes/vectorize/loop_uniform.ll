; A loop that all lanes leave together keeps its scalar counter and branch.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: loop:
; CHECK-DAG: %[[K:.*]] = phi i32
; CHECK-DAG: %{{.*}} = phi <4 x i32>
; CHECK-NOT: phi <4 x i1>
; CHECK: %[[K2:.*]] = add nuw nsw i32 %[[K]], 1
; CHECK: %[[C:.*]] = icmp slt i32 %[[K2]], %n
; CHECK: br i1 %[[C]], label %loop, label %exit
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
  %c = icmp slt i32 %k2, %n
  br i1 %c, label %loop, label %exit
exit:
  store i32 %s2, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
