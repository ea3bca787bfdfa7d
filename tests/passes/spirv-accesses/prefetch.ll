; A prefetch, for which LLVM has no instruction of SPIR-V, is a hint.
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: store i32 1
; CHECK-NEXT: ret void
; CHECK-NOT: prefetch
define spir_kernel void @k(ptr addrspace(1) %p, ptr %q) {
  call void @llvm.prefetch.p1(ptr addrspace(1) %p, i32 0, i32 3, i32 1)
  call void @llvm.prefetch.p0(ptr %q, i32 1, i32 3, i32 1)
  store i32 1, ptr addrspace(1) %p
  ret void
}

declare void @llvm.prefetch.p1(ptr addrspace(1), i32, i32, i32)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
