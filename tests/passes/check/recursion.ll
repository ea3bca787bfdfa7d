; Direct and mutual recursion are refused where the cycle closes, with the cycle in words (KL-9).
; RUN: not falx-opt -passes=check %s 2>&1 | FileCheck-22 %s

; CHECK: error: in function 'fib(int)': recursion is not allowed in device code: 'fib(int)' calls itself
; CHECK-NEXT: note: called from kernel 'Kernel'
; CHECK: error: in function 'odd(int)': recursion is not allowed in device code: 'even(int)' calls 'odd(int)', which calls 'even(int)'
; CHECK-NEXT: note: called from 'even(int)'
; CHECK-NEXT: note: called from kernel 'Kernel'
; CHECK-NOT: {{.}}

define spir_kernel void @_ZTS6Kernel(ptr %k) {
  %a = call i32 @_Z3fibi(i32 3)
  %b = call i32 @_Z4eveni(i32 3)
  ret void
}

define internal i32 @_Z3fibi(i32 %n) {
  %a = call i32 @_Z3fibi(i32 %n)
  ret i32 %a
}

define internal i32 @_Z4eveni(i32 %n) {
  %a = call i32 @_Z3oddi(i32 %n)
  ret i32 %a
}

define internal i32 @_Z3oddi(i32 %n) {
  %a = call i32 @_Z4eveni(i32 %n)
  ret i32 %a
}

define internal i32 @_Z9unreachedi(i32 %n) {
  %a = call i32 @_Z9unreachedi(i32 %n)
  ret i32 %a
}
