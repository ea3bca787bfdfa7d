; With --allow-undefined functions may stay undefined; the other rules hold (KL-9, DL-4).
; RUN: not falx-opt -passes=check --allow-undefined %s 2>&1 | FileCheck-22 %s

; CHECK-NOT: missing
; CHECK: error: in function 'K': device code cannot use the non-const global variable 'counter'
; CHECK-NOT: missing

@counter = internal global i32 0

define spir_kernel void @K(ptr %k) {
  call void @_Z7missingv()
  store i32 1, ptr @counter
  ret void
}

declare void @_Z7missingv()
