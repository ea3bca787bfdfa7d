; A function object that is not trivially copyable and never used has no known size (KL-2).
; RUN: not falx-opt -S -passes=lower-kernels %s 2>&1 | FileCheck-22 %s

; CHECK: error: kernel 'K': the size of its function object cannot be found; make the function object trivially copyable
; CHECK-NOT: define

define spir_kernel void @K(ptr noundef %k) {
  ret void
}
