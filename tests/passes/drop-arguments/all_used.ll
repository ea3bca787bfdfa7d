; A kernel that uses all its parameters has no mask (KL-3).
; RUN: falx-opt -S -passes=drop-arguments %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr %_arg_0, i32 %_arg_1) {
; CHECK-NOT: falx.omit

define spir_kernel void @K(ptr %_arg_0, i32 %_arg_1) {
  store i32 %_arg_1, ptr %_arg_0
  ret void
}
