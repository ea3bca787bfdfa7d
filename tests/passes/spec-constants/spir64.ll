; Every target keeps the code, and its name for falx-specialize; a value that is set is in the
; target's space of constants.
; RUN: falx-post-link --target=spir64 -O1 %s -o %t.o
; RUN: falx-image %t.o | FileCheck-22 %s --check-prefix=IMAGE
; RUN: falx-specialize --target=spir64 --kernel=_ZTS1K --set=number=09000000 %s -o %t.so
; RUN: falx-image %t.so | FileCheck-22 %s --check-prefix=AGAIN
; RUN: falx-specialize --time --save-temps=%t --target=spir64 --kernel=_ZTS1K %s -o %t.so 2>&1 | FileCheck-22 %s --check-prefix=TIME
; RUN: ls %t.*.spec-constants.ll

; TIME: ms  link
; TIME: ms  spec-constants

; IMAGE: image: spir64
; IMAGE: [SYCL/specialization constants]
; IMAGE-NEXT: number = 4
; IMAGE: [Falx/specialization]
; IMAGE: code: 
; AGAIN: image: spir64, SPIR-V
; AGAIN: kernel _ZTS1K

target triple = "spirv64-unknown-unknown"
@number = internal addrspace(1) constant i32 4
@name.number = private addrspace(1) constant [7 x i8] c"number\00"
declare spir_func ptr addrspace(4) @__falx_specialization_constant(ptr addrspace(4), ptr addrspace(4), i64)

define spir_kernel void @_ZTS1K(ptr byval({ ptr addrspace(4) }) %f) {
  %out = load ptr addrspace(4), ptr %f
  %p = call spir_func ptr addrspace(4) @__falx_specialization_constant(ptr addrspace(4) addrspacecast (ptr addrspace(1) @number to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.number to ptr addrspace(4)), i64 4)
  %v = load i32, ptr addrspace(4) %p
  store i32 %v, ptr addrspace(4) %out
  ret void
}
