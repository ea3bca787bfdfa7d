; A function whose address is taken counts as reached, also through a table; the chain says so (KL-9, DL-6).
; RUN: not falx-opt --allow-function-pointers -passes=check %s 2>&1 | FileCheck-22 %s

; CHECK: error: in function 'first()': undefined function 'missing()' reached
; CHECK-NEXT: note: address taken in kernel 'Kernel'
; CHECK: error: in function 'second()': undefined function 'gone()' reached
; CHECK-NEXT: note: address taken in kernel 'Kernel'
; CHECK-NOT: {{.}}

@table = internal constant [1 x ptr] [ptr @_Z6secondv]

define spir_kernel void @_ZTS6Kernel(ptr %k) {
  store ptr @_Z5firstv, ptr %k
  %f = load ptr, ptr @table
  call void %f()
  ret void
}

define internal void @_Z5firstv() {
  call void @_Z7missingv()
  ret void
}

define internal void @_Z6secondv() {
  call void @_Z4gonev()
  ret void
}

declare void @_Z7missingv()
declare void @_Z4gonev()
