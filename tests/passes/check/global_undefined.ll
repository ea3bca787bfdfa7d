; A constant that is declared and never defined is refused (KL-9).
; RUN: not falx-opt -passes=check %s 2>&1 | FileCheck-22 %s

; CHECK: error: in function 'K': undefined variable 'limit' reached from device code; define it in the header that declares it
; CHECK-NEXT: note: in kernel 'K'
; CHECK-NOT: {{.}}

@limit = external constant i32

define spir_kernel void @K(ptr %k) {
  %a = load i32, ptr @limit
  ret void
}
