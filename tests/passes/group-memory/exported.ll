; RUN: not falx-opt -S -O1 --target=spir64 -passes=group-memory %s 2>&1 | FileCheck-22 %s
; CHECK: error: in function 'exported': group algorithms of a work-group need to be inlined into their kernel here

target triple = "spirv64-unknown-unknown"
define spir_func void @exported() "sycl_external" {
  %small = call spir_func ptr addrspace(4) @_Z20__falx_group_scratchm(i64 16)
  store i32 3, ptr addrspace(4) %small
  ret void
}
declare spir_func ptr addrspace(4) @_Z20__falx_group_scratchm(i64)
