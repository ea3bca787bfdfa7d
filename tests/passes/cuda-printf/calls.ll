; printf becomes vprintf with the arguments in a struct on the stack; z, j, t are l there, hh goes; a format
; that is not known stays as it is.
; RUN: falx-opt -passes=cuda-printf --target=nvptx64-nvidia-cuda -S %s | FileCheck-22 %s
; RUN: falx-opt -passes=cuda-printf --target=nvptx64-nvidia-cuda -S %s | llc-22 -mcpu=sm_70 -o - | FileCheck-22 --check-prefix=PTX %s
; RUN: sed 's/; USED //' %s | not falx-opt -passes=cuda-printf --target=nvptx64-nvidia-cuda -S - 2>&1 | FileCheck-22 --check-prefix=USED %s

; CHECK-DAG: @[[FORMAT:falx.text.*]] = private constant [23 x i8] c"%d %lu %5.2f %s %%zu \0A\00"
; CHECK: define ptx_kernel void @k(
; CHECK: [[ARGUMENTS:%.*]] = alloca { i32, i64, double, ptr }
; CHECK: store i32 %i, ptr
; CHECK: store i64 %n, ptr
; CHECK: store double %d, ptr
; CHECK: store ptr @word, ptr
; CHECK: call i32 @vprintf(ptr @[[FORMAT]], ptr [[ARGUMENTS]])
; CHECK: call i32 @vprintf(ptr @plain, ptr null)
; CHECK: call i32 @vprintf(ptr %format, ptr
; CHECK: call i32 @vprintf(ptr @[[LONG:falx.text.*]], ptr null)
; CHECK-NOT: @printf
; PTX: .extern .func (.param .b32 func_retval0) vprintf
; USED: error: in function 'k': printf can only be called on this device

target triple = "nvptx64-nvidia-cuda"

@format = private constant [25 x i8] c"%hhd %zu %5.2f %s %%zu \0A\00"
@plain = private constant [6 x i8] c"hello\00"
@word = private constant [5 x i8] c"word\00"
@size = private constant [4 x i8] c"%zu\00"
declare i32 @printf(ptr, ...)
declare i32 @vprintf(ptr, ptr)

define ptx_kernel void @k(ptr %format, i32 %i, i64 %n, double %d) {
  %a = call i32 (ptr, ...) @printf(ptr @format, i32 %i, i64 %n, double %d, ptr @word)
  %b = call i32 (ptr, ...) @printf(ptr @plain)
  %c = call i32 (ptr, ...) @printf(ptr %format, i32 %i)
  %v = call i32 @vprintf(ptr @size, ptr null)
  ; USED store ptr @printf, ptr %format
  ret void
}
