; An exported function is a root of its own; a fault that a kernel reaches as well is told with the kernel (KL-9).
; RUN: not falx-opt -passes=check %s 2>&1 | FileCheck-22 %s

; CHECK: error: in function 'shared()': undefined function 'missing()' reached
; CHECK-NEXT: note: called from kernel 'Kernel'
; CHECK: error: in function 'exported()': undefined function 'other()' reached
; CHECK-NEXT: note: in SYCL_EXTERNAL function 'exported()'
; CHECK-NOT: {{.}}

define void @_Z8exportedv() "sycl_external" {
  call void @_Z6sharedv()
  call void @_Z5otherv()
  ret void
}

define void @_Z6sharedv() "sycl_external" {
  call void @_Z7missingv()
  ret void
}

define spir_kernel void @_ZTS6Kernel(ptr %k) {
  call void @_Z6sharedv()
  ret void
}

declare void @_Z7missingv()
declare void @_Z5otherv()
