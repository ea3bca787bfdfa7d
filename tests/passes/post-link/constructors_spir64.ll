; clang 22 writes constructors of templates' static variables, of host code in the device pass, with a pointer of another
; type than the array's: text that LLVM refuses.
; RUN: falx-post-link --target=spir64 -o %t.o %s && falx-image %t.o | FileCheck %s
; CHECK: image: spir64, SPIR-V
; CHECK: kernel _ZTS1A
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%functor = type { ptr addrspace(4) }
@first = linkonce_odr addrspace(1) global i32 0
@"a second" = linkonce_odr addrspace(1) global i32 0
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @make, ptr addrspace(1) @first }, { i32, ptr, ptr } { i32 65535, ptr @make, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @make, ptr addrspace(1) @"a second" }]
define internal spir_func void @make() {
  ret void
}
define spir_kernel void @_ZTS1A(ptr byval(%functor) align 8 %f) {
  %out = load ptr addrspace(4), ptr %f
  store i32 1, ptr addrspace(4) %out
  ret void
}
