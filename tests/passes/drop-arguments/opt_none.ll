; At -O0 every parameter stays, so that a debugger sees it (KL-3).
; RUN: falx-opt -S -O0 -passes=drop-arguments %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(i32 %_arg_0, ptr byval(%range) align 8 %_arg_1, ptr nofree noundef %_arg_2, ptr byval(%range) align 8 %_arg_3)
; CHECK-NOT: falx.omit

%range = type { [1 x i64] }

define spir_kernel void @K(i32 %_arg_0, ptr byval(%range) align 8 %_arg_1, ptr nofree noundef %_arg_2, ptr byval(%range) align 8 %_arg_3) nounwind !falx.functor !0 {
  store i32 1, ptr %_arg_2
  %n = load i64, ptr %_arg_3
  ret void
}

!0 = !{i32 32, i32 8}
