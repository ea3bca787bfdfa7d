; Loads, stores and exchanges of one thread are plain; an exchange that fails leaves what was there.
; RUN: falx-opt -S -passes=plain-atomics %s | FileCheck-22 %s

; CHECK-LABEL: define internal i32 @accesses(
; CHECK-NEXT: store i32 %x, ptr %p, align 4
; CHECK-NEXT: %now = load i32, ptr %q, align 4
; CHECK-NEXT: ret i32 %now
define internal i32 @accesses(ptr %p, ptr %q, i32 %x) {
  store atomic i32 %x, ptr %p syncscope("singlethread") seq_cst, align 4
  %now = load atomic i32, ptr %q syncscope("singlethread") acquire, align 4
  ret i32 %now
}

; CHECK-LABEL: define internal { i64, i1 } @exchange(
; CHECK-NEXT: %[[old:.*]] = load i64, ptr %p, align 8
; CHECK-NEXT: %[[is:.*]] = icmp eq i64 %[[old]], %expected
; CHECK-NEXT: %[[new:.*]] = select i1 %[[is]], i64 %x, i64 %[[old]]
; CHECK-NEXT: store i64 %[[new]], ptr %p, align 8
; CHECK-NEXT: %[[one:.*]] = insertvalue { i64, i1 } poison, i64 %[[old]], 0
; CHECK-NEXT: %[[pair:.*]] = insertvalue { i64, i1 } %[[one]], i1 %[[is]], 1
; CHECK-NEXT: ret { i64, i1 } %[[pair]]
define internal { i64, i1 } @exchange(ptr %p, i64 %expected, i64 %x) {
  %pair = cmpxchg ptr %p, i64 %expected, i64 %x syncscope("singlethread") seq_cst seq_cst, align 8
  ret { i64, i1 } %pair
}
