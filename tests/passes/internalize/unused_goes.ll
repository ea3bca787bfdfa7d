; What became internal and is not used is dropped by LLVM, and what is used is inlined (docs/ir.md, 4).
; RUN: falx-opt -S '-passes=internalize,llvm<default<O2>>' %s | FileCheck-22 %s

; CHECK-NOT: @unused
; CHECK-NOT: @used
; CHECK: define spir_kernel void @K(
; CHECK-NOT: define

define spir_kernel void @K(ptr %k) {
  call void @used(ptr %k)
  ret void
}

define linkonce_odr void @used(ptr %k) {
  store i32 1, ptr %k
  ret void
}

define linkonce_odr void @unused(ptr %k) {
  store i32 2, ptr %k
  ret void
}
