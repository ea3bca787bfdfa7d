; A kernel whose entry point takes something else than one function object did not come from our headers (KL-2).
; RUN: not falx-opt -S -passes=lower-kernels %s 2>&1 | FileCheck-22 %s

; CHECK: error: kernel 'K': its entry point does not take one function object
; CHECK-NOT: define

define spir_kernel void @K(i32 %a, i32 %b) {
  ret void
}
