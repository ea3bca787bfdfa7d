; What lanes carry out of a loop may be the value that a phi of its header has in their last round:
; it is taken before the next round's is there.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: loop:
; CHECK: %[[OLD:.*]] = phi i32 [ 6, %entry ], [ %[[NEW:.*]], %{{.*}} ]
; CHECK: %[[NEW]] = phi i32
; CHECK: insertelement <4 x i32> poison, i32 %[[OLD]], i64 0
; CHECK: icmp eq i4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  br label %loop
loop:
  %k = phi i32 [ 6, %entry ], [ %k2, %latch ]
  %c = icmp eq i32 %n, 7
  br i1 %c, label %other, label %latch
other:
  %z = atomicrmw add ptr %b, i32 1 monotonic
  br label %latch
latch:
  %k2 = phi i32 [ 1, %loop ], [ 3, %other ]
  %x = load volatile i32, ptr %p
  %d = icmp eq i32 %x, 0
  br i1 %d, label %loop, label %exit
exit:
  store i32 %k, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
