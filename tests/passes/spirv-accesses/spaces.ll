; LLVM 22's back end makes plain accesses of atomic loads and stores: they become SPIR-V's functions.
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | FileCheck-22 %s
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | llc-22 -o - | FileCheck-22 %s --check-prefix=SPIRV

; CHECK: call spir_func i32 @_Z18__spirv_AtomicLoadPU3AS1Kjjj(ptr addrspace(1) %p, i32 0, i32 528)
; CHECK: call spir_func void @_Z19__spirv_AtomicStorePU3AS3jjjj(ptr addrspace(3) %l, i32 2, i32 260, i32 %{{.*}})
; SPIRV: OpAtomicLoad
; SPIRV: OpAtomicStore

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %a = load atomic float, ptr addrspace(1) %p seq_cst, align 4
  store atomic float %a, ptr addrspace(3) %l syncscope("workgroup") release, align 4
  ret void
}
