; SPIR-V cannot say that an address is a multiple of 4 GiB, as LLVM says of null.
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | FileCheck-22 %s
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | llc-22 -o - | FileCheck-22 %s --check-prefix=SPIRV

; CHECK: load i32, ptr addrspace(1) null, align 4
; CHECK: store i16 {{.*}}, align 2
; CHECK: load i32, ptr addrspace(1) %p, align 1073741824
; SPIRV-NOT: Aligned 0

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) null, align 4294967296
  %b = trunc i32 %a to i16
  store i16 %b, ptr addrspace(1) null, align 4294967296
  %c = load i32, ptr addrspace(1) %p, align 1073741824
  store i32 %c, ptr addrspace(1) %p, align 4
  ret void
}
