; An address that a uniform loop moves on stays strided.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: loop:
; CHECK-DAG: %[[K:.*]] = phi i32
; CHECK-DAG: %[[S:.*]] = phi <4 x i32>
; CHECK-DAG: %[[P:.*]] = phi ptr
; CHECK: load <4 x i32>, ptr %[[P]]
; CHECK: getelementptr i8, ptr %[[P]], i64 4096
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  br label %loop
loop:
  %r = phi ptr [ %p, %entry ], [ %r2, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k2, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s2, %loop ]
  %x = load i32, ptr %r
  %s2 = add i32 %s, %x
  %r2 = getelementptr i8, ptr %r, i64 4096
  %k2 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k2, %n
  br i1 %c, label %loop, label %exit
exit:
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %s2, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
