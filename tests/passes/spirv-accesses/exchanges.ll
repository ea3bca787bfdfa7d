; The order of an exchange that does not happen is not stronger than that of one that does: SPIR-V allows nothing
; else, and clang makes every pair where the orders are known at run time only.
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: cmpxchg ptr addrspace(1) %p, i32 0, i32 1 acquire acquire
; CHECK-NEXT: cmpxchg weak ptr addrspace(1) %p, i32 0, i32 2 syncscope("device") acq_rel acquire
; CHECK-NEXT: cmpxchg ptr addrspace(1) %p, i32 0, i32 3 seq_cst seq_cst
; CHECK-NEXT: cmpxchg ptr addrspace(1) %p, i32 0, i32 4 acq_rel monotonic
; CHECK-NEXT: cmpxchg ptr addrspace(1) %p, i32 0, i32 5 monotonic monotonic
; CHECK-NEXT: ret void
define spir_kernel void @k(ptr addrspace(1) %p) {
  %a = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 monotonic acquire
  %b = cmpxchg weak ptr addrspace(1) %p, i32 0, i32 2 syncscope("device") release acquire
  %c = cmpxchg ptr addrspace(1) %p, i32 0, i32 3 acq_rel seq_cst
  %d = cmpxchg ptr addrspace(1) %p, i32 0, i32 4 acq_rel monotonic
  %e = cmpxchg ptr addrspace(1) %p, i32 0, i32 5 monotonic monotonic
  ret void
}
