; Pointers get a descriptor of their own; a pointer inside a struct stays in the struct (KL-1, KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(ptr %_arg_0, ptr byval(%list) align 8 %_arg_1)
; CHECK: store ptr %_arg_0, ptr %functor, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %{{.*}}, ptr align 8 %_arg_1, i64 16, i1 false)
; CHECK: = !{i32 24, i32 8}
; CHECK: = !{i32 3, i32 0, i32 8, i32 0}
; CHECK: = !{i32 1, i32 0, i32 16, i32 8}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%list = type { ptr, i64 }
%functor = type { ptr, %list }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
