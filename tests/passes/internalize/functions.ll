; Kernels and exported functions stay external; inline functions and what is available elsewhere become internal; comdats go (docs/ir.md, 4; DL-3).
; RUN: falx-opt -S --target=spir64 -passes=internalize %s | FileCheck-22 %s

; CHECK-NOT: = comdat
; CHECK: define spir_kernel void @K(
; CHECK: define void @exported()
; CHECK: define internal void @inline_function()
; CHECK: define internal void @instance()
; CHECK: define internal void @elsewhere()
; CHECK: define internal void @hidden()
; CHECK: declare void @import()
; CHECK: declare extern_weak void @maybe()

$K = comdat any
$inline_function = comdat any
$instance = comdat any
$hidden = comdat any

define spir_kernel void @K(ptr %k) comdat {
  ret void
}

define void @exported() "sycl_external" {
  ret void
}

define linkonce_odr void @inline_function() comdat {
  ret void
}

define weak_odr protected void @instance() comdat {
  ret void
}

define available_externally void @elsewhere() {
  ret void
}

define linkonce hidden void @hidden() comdat {
  ret void
}

declare void @import()
declare extern_weak void @maybe()
