; A function object that arrives as a plain pointer needs the headers' variable of its type (KL-2).
; RUN: not falx-opt -S -passes=lower-kernels %s 2>&1 | FileCheck-22 %s

; CHECK: error: kernel 'K': the type of its function object cannot be found; compile every source with the SYCL headers of this compiler
; CHECK-NOT: define

%"union.sycl::detail::falx_function_object_of_another_name" = type { i32 }

define spir_kernel void @K(ptr noundef %k) {
  %type = alloca %"union.sycl::detail::falx_function_object_of_another_name", align 4
  ret void
}
