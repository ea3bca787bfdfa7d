; What no kernel and no exported function reaches may do anything (KL-9).
; RUN: falx-opt -passes=check -o %t %s 2>&1 | FileCheck-22 --allow-empty %s

; CHECK-NOT: {{.}}

@counter = internal global i32 0

define spir_kernel void @K(ptr %k) {
  ret void
}

define internal void @_Z4hostv() {
  store i32 1, ptr @counter
  call void @_Z7missingv()
  call void @__cxa_throw(ptr null, ptr null, ptr null)
  unreachable
}

define linkonce_odr void @_Z10inline_oldv() {
  call void @_Z4hostv()
  ret void
}

declare void @_Z7missingv()
declare void @__cxa_throw(ptr, ptr, ptr)
