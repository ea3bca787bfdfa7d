; Loops that end at a time of each work-item's own and only move its memory, from far to far, or read it byte
; by byte, which no vector does, stay scalar. With arithmetic enough for what they read they do not.
; RUN: falx-opt -S -passes=vectorize -Rpass-missed=falx-vectorize -Rpass=falx-vectorize %s -o %t 2>&1 | FileCheck %s
; RUN: FileCheck --check-prefix=CODE %s < %t

; CHECK-COUNT-2: kernel not vectorized: its innermost loop does little but access memory of one work-item
; CHECK: kernel vectorized

; CODE-NOT: @far.NativeCPUKernel.v
; CODE-NOT: @bytes.NativeCPUKernel.v
; CODE: @words.NativeCPUKernel.v
define internal void @far.NativeCPUKernel(ptr %a, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %row = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %at = add i64 %row, %i
  %from = getelementptr float, ptr %a, i64 %at
  %x = load float, ptr %from
  %column = mul i64 %i, %n
  %there = add i64 %column, %id
  %to = getelementptr float, ptr %a, i64 %there
  %y = load float, ptr %to
  store float %x, ptr %to
  store float %y, ptr %from
  %next = add nsw i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}

define internal void @bytes.NativeCPUKernel(ptr %a, ptr %lengths, ptr %sums, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %length.at = getelementptr i64, ptr %lengths, i64 %id
  %length = load i64, ptr %length.at
  %row = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = add i64 %row, %i
  %p = getelementptr i8, ptr %a, i64 %at
  %low = load i8, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %high = load i8, ptr %q
  %l = zext i8 %low to i32
  %h = zext i8 %high to i32
  %hs = shl i32 %h, 8
  %both = or i32 %l, %hs
  %more = add i32 %sum, %both
  %next = add nsw i64 %i, 2
  %c = icmp slt i64 %next, %length
  br i1 %c, label %loop, label %out
out:
  %sum.at = getelementptr i32, ptr %sums, i64 %id
  store i32 %more, ptr %sum.at
  ret void
}

define internal void @words.NativeCPUKernel(ptr %a, ptr %lengths, ptr %sums, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %length.at = getelementptr i64, ptr %lengths, i64 %id
  %length = load i64, ptr %length.at
  %row = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = add i64 %row, %i
  %p = getelementptr i32, ptr %a, i64 %at
  %low = load i32, ptr %p
  %q = getelementptr i32, ptr %p, i64 1
  %high = load i32, ptr %q
  %hs = shl i32 %high, 8
  %both = or i32 %low, %hs
  %more = add i32 %sum, %both
  %next = add nsw i64 %i, 2
  %c = icmp slt i64 %next, %length
  br i1 %c, label %loop, label %out
out:
  %sum.at = getelementptr i32, ptr %sums, i64 %id
  store i32 %more, ptr %sum.at
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
