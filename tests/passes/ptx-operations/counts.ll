; The count of a loop is compared after its step, where it cannot overflow on the way to the bound.
; RUN: falx-opt -S -O2 --target=nvptx64-nvidia-cuda -passes=ptx-operations %s | FileCheck-22 %s

target triple = "nvptx64-nvidia-cuda"
declare i1 @Goes(i32)

; CHECK-LABEL: @Bounded(
; CHECK: %[[SUM:.*]] = add nuw nsw i32 %count, 1
; CHECK-NEXT: %[[STEP:.*]] = freeze i32 %[[SUM]]
; CHECK-NEXT: %is_less = icmp ult i32 %[[STEP]], 256
; CHECK: ret i32 %[[STEP]]
define i32 @Bounded() {
begin:
  br label %loop
loop:
  %count = phi i32 [ 0, %begin ], [ %step, %loop ]
  %is_less = icmp samesign ult i32 %count, 255
  %goes = call i1 @Goes(i32 1)
  %both = select i1 %is_less, i1 %goes, i1 false
  %step = add nuw nsw i32 %count, 1
  br i1 %both, label %loop, label %end
end:
  ret i32 %step
}

; From an unknown start, with a count that something else needs, or where the loop goes on although
; the bound is reached.
; CHECK-LABEL: @AnyStart(
; CHECK: icmp ult i32 %count, 255
define i32 @AnyStart(i32 %start) {
begin:
  br label %loop
loop:
  %count = phi i32 [ %start, %begin ], [ %step, %loop ]
  %step = add i32 %count, 1
  %is_less = icmp ult i32 %count, 255
  br i1 %is_less, label %loop, label %end
end:
  ret i32 %step
}

; CHECK-LABEL: @Needed(
; CHECK: icmp ult i32 %count, 255
define i32 @Needed() {
begin:
  br label %loop
loop:
  %count = phi i32 [ 0, %begin ], [ %step, %loop ]
  %goes = call i1 @Goes(i32 %count)
  %step = add i32 %count, 1
  %is_less = icmp ult i32 %count, 255
  %both = and i1 %is_less, %goes
  br i1 %both, label %loop, label %end
end:
  ret i32 %step
}

; CHECK-LABEL: @Either(
; CHECK: icmp ult i32 %count, 255
define i32 @Either() {
begin:
  br label %loop
loop:
  %count = phi i32 [ 0, %begin ], [ %step, %loop ]
  %goes = call i1 @Goes(i32 1)
  %step = add i32 %count, 1
  %is_less = icmp ult i32 %count, 255
  %either = or i1 %is_less, %goes
  br i1 %either, label %loop, label %end
end:
  ret i32 %step
}

; CHECK-LABEL: @Last(
; CHECK: icmp slt i32 %count, 2147483647
define i32 @Last() {
begin:
  br label %loop
loop:
  %count = phi i32 [ 0, %begin ], [ %step, %loop ]
  %goes = call i1 @Goes(i32 1)
  %step = add i32 %count, 1
  %is_less = icmp slt i32 %count, 2147483647
  %both = and i1 %is_less, %goes
  br i1 %both, label %loop, label %end
end:
  ret i32 %step
}
