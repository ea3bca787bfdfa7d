; Builtins and what the host libraries provide on native_cpu are no undefined functions; memory functions are there on every target, and most others of the C library where OpenCL stands for them (KL-9).
; RUN: falx-opt -passes=check -o %t %s 2>&1 | FileCheck-22 --allow-empty %s
; RUN: falx-opt -passes=check --target=spir64 -o %t %s 2>&1 | FileCheck-22 --allow-empty %s
; RUN: sed s/spir_kernel/ptx_kernel/ %s | falx-opt -passes=check --target=nvptx64-nvidia-cuda -o %t - 2>&1 | FileCheck-22 --allow-empty %s
; RUN: sed 's/spir_kernel/ptx_kernel/; s/; STOP //' %s | falx-opt -passes=check --target=nvptx64-nvidia-cuda -o %t - 2>&1 | FileCheck-22 --allow-empty %s
; RUN: sed 's/; STOP //' %s | not falx-opt -passes=check --target=spir64 -o %t - 2>&1 | FileCheck-22 --check-prefix=SPIRV %s

; CHECK-NOT: {{.}}
; SPIRV: error: in function 'K': undefined function 'abort' reached
; SPIRV-NOT: error:

define spir_kernel void @K(ptr %k) {
  %a = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %b = call float @sinf(float 1.0)
  %c = call ptr @memcpy(ptr %k, ptr %k, i64 1)
  %d = call i32 (ptr, ...) @printf(ptr %k)
  call void @llvm.assume(i1 true)
  call void @__falx_something()
  ; STOP call void @abort()
  ret void
}

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare float @sinf(float)
declare ptr @memcpy(ptr, ptr, i64)
declare i32 @printf(ptr, ...)
declare void @llvm.assume(i1)
declare void @__falx_something()
declare void @abort()
