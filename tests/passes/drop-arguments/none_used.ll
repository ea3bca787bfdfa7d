; A kernel may end up without any parameter (KL-3).
; RUN: falx-opt -S -passes=drop-arguments %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K() !falx.omit ![[O:[0-9]+]] {
; CHECK: ![[O]] = !{i1 true, i1 true}

define spir_kernel void @K(ptr %_arg_0, i32 %_arg_1) {
  ret void
}
