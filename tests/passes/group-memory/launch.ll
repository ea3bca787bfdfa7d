; Memory whose size the launch gives is one block, a parameter of its own behind scratch's.
; RUN: falx-opt -passes=group-memory --target=spir64 --verify-each -S %s | FileCheck-22 %s

; CHECK: define spir_kernel void @One(ptr addrspace(3) %_arg_launch_memory) #[[LAUNCH:[0-9]+]] {
; CHECK: define spir_kernel void @Both(ptr addrspace(1) %to, ptr addrspace(3) %_arg_scratch, ptr addrspace(3) %_arg_launch_memory) #[[LAUNCH]] !falx.frame
; CHECK-DAG: %[[A:.*]] = addrspacecast ptr addrspace(3) %_arg_launch_memory to ptr addrspace(4)
; CHECK-DAG: %[[B:.*]] = addrspacecast ptr addrspace(3) %_arg_launch_memory to ptr addrspace(4)
; CHECK-DAG: store i32 1, ptr addrspace(4) %[[A]]
; CHECK-DAG: store i32 2, ptr addrspace(4) %[[B]]
; CHECK-NOT: __falx_launch_memory
; CHECK: attributes #[[LAUNCH]] = { "falx-launch-memory" }

target triple = "spirv64-unknown-unknown"
define spir_kernel void @Both(ptr addrspace(1) %to) {
  %scratch = call spir_func ptr addrspace(4) @_Z20__falx_group_scratchm(i64 16)
  store i32 0, ptr addrspace(4) %scratch
  store i32 3, ptr addrspace(1) %to
  %a = call spir_func ptr addrspace(4) @_Z20__falx_launch_memoryv()
  store i32 1, ptr addrspace(4) %a
  %b = call spir_func ptr addrspace(4) @_Z20__falx_launch_memoryv()
  store i32 2, ptr addrspace(4) %b
  ret void
}
define spir_kernel void @One() {
  %a = call spir_func ptr addrspace(4) @_Z20__falx_launch_memoryv()
  store i32 3, ptr addrspace(4) %a
  ret void
}
declare spir_func ptr addrspace(4) @_Z20__falx_group_scratchm(i64)
declare spir_func ptr addrspace(4) @_Z20__falx_launch_memoryv()
