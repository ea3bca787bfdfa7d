; printf becomes OpenCL's: texts move to the constant address space, 64-bit integers are long there, and
; a format that comes through a function's parameter is found where that is inlined, at -O0 too.
; RUN: falx-opt -passes=opencl-printf --target=spir64 -S %s | FileCheck-22 %s
; RUN: sed 's/@through(ptr addrspace(4) addrspacecast.*/@through(ptr addrspace(4) %format)/' %s | not falx-opt -passes=opencl-printf --target=spir64 -S - 2>&1 | FileCheck-22 %s --check-prefix=UNKNOWN

; CHECK-DAG: @[[PLAIN:falx.text.*]] = private addrspace(2) constant [16 x i8] c"%d %lu %ld %%zu\00"
; CHECK-DAG: @[[TEXT:falx.text.*]] = private addrspace(2) constant [6 x i8] c"<%5s>\00"
; CHECK-DAG: @[[WORD:falx.text.*]] = private addrspace(2) constant [5 x i8] c"word\00"
; CHECK: define spir_kernel void @k(
; CHECK-DAG: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @[[PLAIN]], i32 1, i64 2, i64 3)
; CHECK-DAG: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @[[TEXT]], ptr addrspace(2) @[[WORD]])
; UNKNOWN: error: in function 'k': the format of printf has to be a string literal

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@plain = private addrspace(1) constant [17 x i8] c"%d %zu %lld %%zu\00"
@text = private addrspace(2) constant [6 x i8] c"<%5s>\00"
@word = private addrspace(1) constant [5 x i8] c"word\00"
declare spir_func i32 @printf(ptr addrspace(4), ...)

define internal spir_func void @through(ptr addrspace(4) %format) noinline optnone {
  %at = alloca ptr addrspace(4)
  store ptr addrspace(4) %format, ptr %at
  %again = load ptr addrspace(4), ptr %at
  %r = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %again, i32 1, i64 2, i64 3)
  ret void
}
define spir_kernel void @k(ptr addrspace(4) %format) noinline optnone {
  call spir_func void @through(ptr addrspace(4) addrspacecast (ptr addrspace(1) @plain to ptr addrspace(4)))
  %r = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) inttoptr (i64 ptrtoint (ptr addrspace(2) @text to i64) to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @word to ptr addrspace(4)))
  ret void
}
