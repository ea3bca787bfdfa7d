; Factors that are known to have 32 bits are extended from as many, where the product is made; those
; that are extended already, and those that may have more, stay.
; RUN: falx-opt -S -O2 --target=nvptx64-nvidia-cuda -passes=ptx-operations %s | FileCheck-22 %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @Upper(
; CHECK: %[[FIRST:.*]] = mul nuw i64 %{{.*}}, 3528531795
; CHECK: %[[LOW:.*]] = trunc i64 %high to i32
; CHECK: %[[BOTH:.*]] = xor i32 %[[LOW]], %y
; CHECK: %[[ALL:.*]] = xor i32 %[[BOTH]], 1332534557
; CHECK: %[[WIDE:.*]] = zext i32 %[[ALL]] to i64
; CHECK-NEXT: mul nuw i64 %[[WIDE]], 3449720151
define i64 @Upper(i32 %x, i32 %y) {
  %wide = zext i32 %x to i64
  %first = mul nuw i64 %wide, 3528531795
  %high = lshr i64 %first, 32
  %other = zext i32 %y to i64
  %both = xor i64 %high, %other
  %all = xor i64 %both, 1332534557
  %second = mul nuw i64 %all, 3449720151
  ret i64 %second
}

; CHECK-LABEL: @Masked(
; CHECK: %[[LOW:.*]] = trunc i64 %part to i32
; CHECK: %[[WIDE:.*]] = zext i32 %[[LOW]] to i64
; CHECK-NEXT: mul i64 %[[WIDE]], 7
define i64 @Masked(i64 %x) {
  %part = and i64 %x, 4294967295
  %product = mul i64 %part, 7
  ret i64 %product
}

; CHECK-LABEL: @Large(
; CHECK-NEXT: %part = and i64 %x, 8589934591
; CHECK-NEXT: mul i64 %part, 7
; CHECK-NEXT: %high = lshr i64 %x, 31
; CHECK-NEXT: mul i64 %high, 7
; CHECK-NEXT: add
define i64 @Large(i64 %x) {
  %part = and i64 %x, 8589934591
  %first = mul i64 %part, 7
  %high = lshr i64 %x, 31
  %second = mul i64 %high, 7
  %sum = add i64 %first, %second
  ret i64 %sum
}
