; A second run adds to the mask of the first; positions count arguments before any removal (KL-3).
; RUN: falx-opt -S -passes=drop-arguments %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr %_arg_2) !falx.omit ![[O:[0-9]+]] {
; CHECK: ![[O]] = !{i1 true, i1 true, i1 false, i1 true}

define spir_kernel void @K(i32 %_arg_1, ptr %_arg_2, i64 %_arg_3) !falx.omit !0 {
  store i32 0, ptr %_arg_2
  ret void
}

!0 = !{i1 true, i1 false, i1 false, i1 false}
