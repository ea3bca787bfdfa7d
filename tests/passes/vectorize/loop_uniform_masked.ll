; A uniform loop in a masked block is not entered without lanes: its condition may be anything then.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: br i1 %any.not, label %end, label %guarded
; CHECK: guarded:
; CHECK-NEXT: %[[M:.*]] = load i32, ptr %b
; CHECK: loop:
; CHECK: %[[D:.*]] = icmp slt i32 %{{.*}}, %[[M]]
; CHECK: br i1 %[[D]], label %loop, label %exit
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  br i1 %c, label %pre, label %end
pre:
  %m = load i32, ptr %b
  br label %loop
loop:
  %k = phi i32 [ 0, %pre ], [ %k2, %loop ]
  %s = phi i32 [ %x, %pre ], [ %s2, %loop ]
  %s2 = mul i32 %s, %s
  %k2 = add nuw nsw i32 %k, 1
  %d = icmp slt i32 %k2, %m
  br i1 %d, label %loop, label %exit
exit:
  store i32 %s2, ptr %q
  br label %end
end:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
