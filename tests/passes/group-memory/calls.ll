; Each call of group memory is a variable of its own; scratch is one block that the launch gives the kernel.
; RUN: falx-opt -S -O1 --target=spir64 -passes=group-memory %s | FileCheck-22 %s

; CHECK: @[[ONE:[a-z_]+]] = internal addrspace(3) global [8 x i8] undef, align 4
; CHECK: @[[TWO:[a-z_.0-9]+]] = internal addrspace(3) global [16 x i8] undef, align 16
; CHECK: define spir_kernel void @Other(ptr addrspace(1) %to) {
; CHECK: define spir_kernel void @Kernel(ptr addrspace(1) %to, ptr addrspace(3) %_arg_scratch) !falx.frame [[FRAME:![0-9]+]]
; CHECK: store i32 1, ptr addrspace(4) addrspacecast (ptr addrspace(3) @[[ONE]] to ptr addrspace(4))
; CHECK: store i32 2, ptr addrspace(4) addrspacecast (ptr addrspace(3) @[[TWO]] to ptr addrspace(4))
; CHECK: [[SMALL:%[0-9]+]] = addrspacecast ptr addrspace(3) %_arg_scratch to ptr addrspace(4)
; CHECK: store i32 3, ptr addrspace(4) [[SMALL]]
; CHECK: [[LARGE:%[0-9]+]] = addrspacecast ptr addrspace(3) %_arg_scratch to ptr addrspace(4)
; CHECK: store i32 4, ptr addrspace(4) [[LARGE]]
; CHECK-NOT: define
; CHECK: [[FRAME]] = !{i32 0, i32 0, i32 32, i32 0}

target triple = "spirv64-unknown-unknown"
define spir_kernel void @Kernel(ptr addrspace(1) %to) {
  store i32 0, ptr addrspace(1) %to
  %one = call spir_func ptr addrspace(4) @_Z19__falx_group_memorymm(i64 8, i64 4)
  store i32 1, ptr addrspace(4) %one
  %two = call spir_func ptr addrspace(4) @_Z19__falx_group_memorymm(i64 16, i64 16)
  store i32 2, ptr addrspace(4) %two
  call spir_func void @uses_scratch()
  %large = call spir_func ptr addrspace(4) @_Z20__falx_group_scratchm(i64 32)
  store i32 4, ptr addrspace(4) %large
  ret void
}
define spir_kernel void @Other(ptr addrspace(1) %to) {
  store i32 5, ptr addrspace(1) %to
  ret void
}
define internal spir_func void @uses_scratch() noinline {
  %small = call spir_func ptr addrspace(4) @_Z20__falx_group_scratchm(i64 16)
  store i32 3, ptr addrspace(4) %small
  ret void
}
declare spir_func ptr addrspace(4) @_Z19__falx_group_memorymm(i64, i64)
declare spir_func ptr addrspace(4) @_Z20__falx_group_scratchm(i64)
