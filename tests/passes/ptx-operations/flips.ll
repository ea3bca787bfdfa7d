; Bits that are flipped behind the shift of a logical operation are flipped before it, unless they would be
; shifted out, or the operation or the shift is needed by itself, too.
; RUN: falx-opt -S -O2 --target=nvptx64-nvidia-cuda -passes=ptx-operations %s | FileCheck-22 %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @Flipped(
; CHECK: %both = xor i32 %x, %y
; CHECK-NEXT: %[[FIRST:.*]] = xor i32 %both, -1254540288
; CHECK-NEXT: %[[SHIFTED:.*]] = lshr i32 %[[FIRST]], 8
; CHECK-NEXT: add i32 %[[SHIFTED]], 1
define i32 @Flipped(i32 %x, i32 %y) {
  %both = xor i32 %x, %y
  %shifted = lshr i32 %both, 8
  %flipped = xor i32 %shifted, 11876668
  %next = add i32 %flipped, 1
  ret i32 %next
}

; CHECK-LABEL: @Long(
; CHECK: %[[FIRST:.*]] = xor i64 %both, 3298534883328
; CHECK-NEXT: lshr i64 %[[FIRST]], 40
define i64 @Long(i64 %x, i64 %y) {
  %both = and i64 %x, %y
  %shifted = lshr i64 %both, 40
  %flipped = xor i64 %shifted, 3
  ret i64 %flipped
}

; CHECK-LABEL: @Lower(
; CHECK: %low = trunc i64 %both to i32
; CHECK-NEXT: %[[FIRST:.*]] = xor i32 %low, 768
; CHECK-NEXT: lshr i32 %[[FIRST]], 8
define i32 @Lower(i64 %x, i64 %y) {
  %both = xor i64 %x, %y
  %low = trunc i64 %both to i32
  %shifted = lshr i32 %low, 8
  %flipped = xor i32 %shifted, 3
  ret i32 %flipped
}

; CHECK-LABEL: @Lost(
; CHECK: xor i32 %shifted, -1
define i32 @Lost(i32 %x, i32 %y) {
  %both = xor i32 %x, %y
  %shifted = lshr i32 %both, 8
  %flipped = xor i32 %shifted, -1
  ret i32 %flipped
}

; CHECK-LABEL: @Needed(
; CHECK: xor i32 %shifted, 5
define i32 @Needed(i32 %x, i32 %y) {
  %both = xor i32 %x, %y
  %shifted = lshr i32 %both, 8
  %flipped = xor i32 %shifted, 5
  %all = mul i32 %flipped, %both
  ret i32 %all
}

; CHECK-LABEL: @Plain(
; CHECK: xor i32 %shifted, 5
define i32 @Plain(i32 %x) {
  %shifted = lshr i32 %x, 8
  %flipped = xor i32 %shifted, 5
  ret i32 %flipped
}
