; Each read-modify-write operation of one thread is a load, the operation and a store.
; RUN: falx-opt -S -passes=plain-atomics %s | FileCheck-22 %s

; CHECK-LABEL: define internal i32 @xchg(
; CHECK-NEXT: %[[old:.*]] = load i32, ptr %p, align 8
; CHECK-NEXT: store i32 %x, ptr %p, align 8
; CHECK-NEXT: ret i32 %[[old]]
define internal i32 @xchg(ptr %p, i32 %x) {
  %r = atomicrmw xchg ptr %p, i32 %x syncscope("singlethread") monotonic, align 8
  ret i32 %r
}

; CHECK-LABEL: define internal ptr @xchg_pointer(
; CHECK-NEXT: %[[old:.*]] = load ptr, ptr %p, align 8
; CHECK-NEXT: store ptr %x, ptr %p, align 8
; CHECK-NEXT: ret ptr %[[old]]
define internal ptr @xchg_pointer(ptr %p, ptr %x) {
  %r = atomicrmw xchg ptr %p, ptr %x syncscope("singlethread") monotonic, align 8
  ret ptr %r
}

; CHECK-LABEL: define internal i64 @add(
; CHECK-NEXT: %[[old:.*]] = load i64, ptr %p, align 8
; CHECK-NEXT: %[[new:.*]] = add i64 %[[old]], %x
; CHECK-NEXT: store i64 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i64 %[[old]]
define internal i64 @add(ptr %p, i64 %x) {
  %r = atomicrmw add ptr %p, i64 %x syncscope("singlethread") monotonic, align 8
  ret i64 %r
}

; CHECK-LABEL: define internal i64 @sub(
; CHECK-NEXT: %[[old:.*]] = load i64, ptr %p, align 8
; CHECK-NEXT: %[[new:.*]] = sub i64 %[[old]], %x
; CHECK-NEXT: store i64 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i64 %[[old]]
define internal i64 @sub(ptr %p, i64 %x) {
  %r = atomicrmw sub ptr %p, i64 %x syncscope("singlethread") monotonic, align 8
  ret i64 %r
}

; CHECK-LABEL: define internal i64 @and(
; CHECK-NEXT: %[[old:.*]] = load i64, ptr %p, align 8
; CHECK-NEXT: %[[new:.*]] = and i64 %[[old]], %x
; CHECK-NEXT: store i64 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i64 %[[old]]
define internal i64 @and(ptr %p, i64 %x) {
  %r = atomicrmw and ptr %p, i64 %x syncscope("singlethread") monotonic, align 8
  ret i64 %r
}

; CHECK-LABEL: define internal i64 @or(
; CHECK-NEXT: %[[old:.*]] = load i64, ptr %p, align 8
; CHECK-NEXT: %[[new:.*]] = or i64 %[[old]], %x
; CHECK-NEXT: store i64 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i64 %[[old]]
define internal i64 @or(ptr %p, i64 %x) {
  %r = atomicrmw or ptr %p, i64 %x syncscope("singlethread") monotonic, align 8
  ret i64 %r
}

; CHECK-LABEL: define internal i64 @xor(
; CHECK-NEXT: %[[old:.*]] = load i64, ptr %p, align 8
; CHECK-NEXT: %[[new:.*]] = xor i64 %[[old]], %x
; CHECK-NEXT: store i64 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i64 %[[old]]
define internal i64 @xor(ptr %p, i64 %x) {
  %r = atomicrmw xor ptr %p, i64 %x syncscope("singlethread") monotonic, align 8
  ret i64 %r
}

; CHECK-LABEL: define internal i32 @nand(
; CHECK-NEXT: %[[old:.*]] = load i32, ptr %p, align 8
; CHECK-NEXT: %[[and:.*]] = and i32 %[[old]], %x
; CHECK-NEXT: %[[new:.*]] = xor i32 %[[and]], -1
; CHECK-NEXT: store i32 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i32 %[[old]]
define internal i32 @nand(ptr %p, i32 %x) {
  %r = atomicrmw nand ptr %p, i32 %x syncscope("singlethread") monotonic, align 8
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @max(
; CHECK-NEXT: %[[old:.*]] = load i32, ptr %p, align 8
; CHECK-NEXT: %[[is:.*]] = icmp sgt i32 %[[old]], %x
; CHECK-NEXT: %[[new:.*]] = select i1 %[[is]], i32 %[[old]], i32 %x
; CHECK-NEXT: store i32 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i32 %[[old]]
define internal i32 @max(ptr %p, i32 %x) {
  %r = atomicrmw max ptr %p, i32 %x syncscope("singlethread") monotonic, align 8
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @min(
; CHECK-NEXT: %[[old:.*]] = load i32, ptr %p, align 8
; CHECK-NEXT: %[[is:.*]] = icmp slt i32 %[[old]], %x
; CHECK-NEXT: %[[new:.*]] = select i1 %[[is]], i32 %[[old]], i32 %x
; CHECK-NEXT: store i32 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i32 %[[old]]
define internal i32 @min(ptr %p, i32 %x) {
  %r = atomicrmw min ptr %p, i32 %x syncscope("singlethread") monotonic, align 8
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @umax(
; CHECK-NEXT: %[[old:.*]] = load i32, ptr %p, align 8
; CHECK-NEXT: %[[is:.*]] = icmp ugt i32 %[[old]], %x
; CHECK-NEXT: %[[new:.*]] = select i1 %[[is]], i32 %[[old]], i32 %x
; CHECK-NEXT: store i32 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i32 %[[old]]
define internal i32 @umax(ptr %p, i32 %x) {
  %r = atomicrmw umax ptr %p, i32 %x syncscope("singlethread") monotonic, align 8
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @umin(
; CHECK-NEXT: %[[old:.*]] = load i32, ptr %p, align 8
; CHECK-NEXT: %[[is:.*]] = icmp ult i32 %[[old]], %x
; CHECK-NEXT: %[[new:.*]] = select i1 %[[is]], i32 %[[old]], i32 %x
; CHECK-NEXT: store i32 %[[new]], ptr %p, align 8
; CHECK-NEXT: ret i32 %[[old]]
define internal i32 @umin(ptr %p, i32 %x) {
  %r = atomicrmw umin ptr %p, i32 %x syncscope("singlethread") monotonic, align 8
  ret i32 %r
}

; CHECK-LABEL: define internal float @fadd(
; CHECK-NEXT: %[[old:.*]] = load float, ptr %p, align 8
; CHECK-NEXT: %[[new:.*]] = fadd float %[[old]], %x
; CHECK-NEXT: store float %[[new]], ptr %p, align 8
; CHECK-NEXT: ret float %[[old]]
define internal float @fadd(ptr %p, float %x) {
  %r = atomicrmw fadd ptr %p, float %x syncscope("singlethread") monotonic, align 8
  ret float %r
}

; CHECK-LABEL: define internal float @fsub(
; CHECK-NEXT: %[[old:.*]] = load float, ptr %p, align 8
; CHECK-NEXT: %[[new:.*]] = fsub float %[[old]], %x
; CHECK-NEXT: store float %[[new]], ptr %p, align 8
; CHECK-NEXT: ret float %[[old]]
define internal float @fsub(ptr %p, float %x) {
  %r = atomicrmw fsub ptr %p, float %x syncscope("singlethread") monotonic, align 8
  ret float %r
}

; CHECK-LABEL: define internal double @fmax(
; CHECK-NEXT: %[[old:.*]] = load double, ptr %p, align 8
; CHECK-NEXT: %[[new:.*]] = call double @llvm.maxnum.f64(double %[[old]], double %x)
; CHECK-NEXT: store double %[[new]], ptr %p, align 8
; CHECK-NEXT: ret double %[[old]]
define internal double @fmax(ptr %p, double %x) {
  %r = atomicrmw fmax ptr %p, double %x syncscope("singlethread") monotonic, align 8
  ret double %r
}

; CHECK-LABEL: define internal float @fmin(
; CHECK-NEXT: %[[old:.*]] = load float, ptr %p, align 8
; CHECK-NEXT: %[[new:.*]] = call float @llvm.minnum.f32(float %[[old]], float %x)
; CHECK-NEXT: store float %[[new]], ptr %p, align 8
; CHECK-NEXT: ret float %[[old]]
define internal float @fmin(ptr %p, float %x) {
  %r = atomicrmw fmin ptr %p, float %x syncscope("singlethread") monotonic, align 8
  ret float %r
}
