; Without the pass the back end gives the variable of a pointer the type of what a function that gets its address reads
; there: a float of 4 bytes, into which the pointer's 8 bytes are stored.
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | FileCheck-22 %s
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | llc-22 -o - | FileCheck-22 %s --check-prefix=SPIRV

; CHECK: %{{.*}} = alloca i64, align 8
; CHECK: %numbers = alloca [2 x ptr addrspace(4)], align 8
; CHECK-NOT: alloca
; SPIRV: %[[NUMBER:.*]] = OpTypeInt 64 0
; SPIRV: %[[POINTER:.*]] = OpTypePointer Function %[[NUMBER]]
; SPIRV: = OpVariable %[[POINTER]] Function
; SPIRV: = OpVariable %{{.*}} Function
; SPIRV-NOT: OpVariable

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

define internal spir_func ptr addrspace(4) @plain(ptr addrspace(4) %p) noinline {
  %q = load ptr addrspace(4), ptr addrspace(4) %p, align 8
  ret ptr addrspace(4) %q
}

define spir_kernel void @k(ptr addrspace(1) %in) {
  %held = alloca ptr addrspace(4), align 8
  %numbers = alloca [2 x ptr addrspace(4)], align 8
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %address = addrspacecast ptr %held to ptr addrspace(4)
  store ptr addrspace(4) %generic, ptr addrspace(4) %address, align 8
  %from = call spir_func ptr addrspace(4) @plain(ptr addrspace(4) %address)
  %x = load float, ptr addrspace(4) %from, align 4
  store float %x, ptr %numbers, align 4
  ret void
}
