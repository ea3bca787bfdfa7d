; The checkers know the parameter that scratch adds behind those that !falx.params describes.
; RUN: falx-opt -passes=group-memory --target=spir64 --verify-each -S %s | FileCheck-22 %s

; CHECK: define spir_kernel void @_ZTS1K(ptr addrspace(1) %out, ptr addrspace(3) %_arg_scratch){{.*}} !falx.frame ![[FRAME:[0-9]+]]
; CHECK: ![[FRAME]] = !{i32 0, i32 0, i32 16, i32 0}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

declare spir_func ptr addrspace(4) @__falx_group_scratch(i64)

define spir_kernel void @_ZTS1K(ptr addrspace(1) %out) !falx.params !0 !falx.functor !2 {
  %block = call spir_func ptr addrspace(4) @__falx_group_scratch(i64 16)
  store i32 1, ptr addrspace(4) %block
  %value = load i32, ptr addrspace(4) %block
  store i32 %value, ptr addrspace(1) %out
  ret void
}

!0 = !{!1}
!1 = !{i32 3, i32 0, i32 8, i32 0}
!2 = !{i32 8, i32 8}
