; Pointers that a kernel loads from what it gets by value are global ones, where it only reads that.
; RUN: falx-opt -S -O1 --target=spir64 -passes=global-pointers %s | FileCheck-22 %s

; CHECK-LABEL: @Reads(
; CHECK: [[LOADED:%[a-z]+]] = load ptr addrspace(4), ptr %member
; CHECK-NEXT: [[GLOBAL:%[0-9]+]] = addrspacecast ptr addrspace(4) [[LOADED]] to ptr addrspace(1)
; CHECK-NEXT: [[GENERIC:%[0-9]+]] = addrspacecast ptr addrspace(1) [[GLOBAL]] to ptr addrspace(4)
; CHECK-NEXT: store i32 1, ptr addrspace(4) [[GENERIC]]

; CHECK-LABEL: @Writes(
; CHECK-NOT: addrspacecast ptr addrspace(4)
; CHECK-LABEL: @Passes(
; CHECK-NOT: addrspacecast ptr addrspace(4)
; CHECK-LABEL: @no_kernel(
; CHECK-NOT: addrspacecast ptr addrspace(4)

target triple = "spirv64-unknown-unknown"
%pair = type { i64, ptr addrspace(4) }
define spir_kernel void @Reads(ptr byval(%pair) %_arg_0) {
  %size = load i64, ptr %_arg_0
  %member = getelementptr inbounds i8, ptr %_arg_0, i64 8
  %to = load ptr addrspace(4), ptr %member
  store i32 1, ptr addrspace(4) %to
  ret void
}
define spir_kernel void @Writes(ptr byval(%pair) %_arg_0, ptr addrspace(3) %local) {
  %member = getelementptr inbounds i8, ptr %_arg_0, i64 8
  %generic = addrspacecast ptr addrspace(3) %local to ptr addrspace(4)
  store ptr addrspace(4) %generic, ptr %member
  %to = load ptr addrspace(4), ptr %member
  store i32 1, ptr addrspace(4) %to
  ret void
}
define spir_kernel void @Passes(ptr byval(%pair) %_arg_0) {
  %member = getelementptr inbounds i8, ptr %_arg_0, i64 8
  call spir_func void @no_kernel(ptr %_arg_0)
  %to = load ptr addrspace(4), ptr %member
  store i32 1, ptr addrspace(4) %to
  ret void
}
define internal spir_func void @no_kernel(ptr byval(%pair) %pair) {
  %member = getelementptr inbounds i8, ptr %pair, i64 8
  %to = load ptr addrspace(4), ptr %member
  store i32 1, ptr addrspace(4) %to
  ret void
}
