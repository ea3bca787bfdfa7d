; Parameters that nothing uses go, names and attributes of the others stay, and the mask says which ones went (KL-3).
; RUN: falx-opt -S -passes=drop-arguments %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr nofree noundef %_arg_2, ptr byval(%range) align 8 %_arg_3) [[A:#[0-9]+]] !falx.functor ![[F:[0-9]+]] !falx.omit ![[O:[0-9]+]]
; CHECK: store i32 1, ptr %_arg_2
; CHECK: load i64, ptr %_arg_3
; CHECK: attributes [[A]] = { nounwind }
; CHECK: ![[F]] = !{i32 32, i32 8}
; CHECK: ![[O]] = !{i1 true, i1 true, i1 false, i1 false}

%range = type { [1 x i64] }

define spir_kernel void @K(i32 %_arg_0, ptr byval(%range) align 8 %_arg_1, ptr nofree noundef %_arg_2, ptr byval(%range) align 8 %_arg_3) nounwind !falx.functor !0 {
  store i32 1, ptr %_arg_2
  %n = load i64, ptr %_arg_3
  ret void
}

!0 = !{i32 32, i32 8}
