; Where constants are in an address space of their own, annotations refer to functions and texts by
; casts: attributes and SYCL_EXTERNAL are found behind them.
; RUN: falx-opt -passes=kernel-attributes,hide-host-code --target=spir64 -S %s | FileCheck-22 %s

; CHECK: define spir_kernel void @_ZTS6Kernel(ptr addrspace(4) %k){{.*}} !falx.reqd_work_group_size ![[SIZE:[0-9]+]]
; CHECK: define spir_func void @_Z4usedv() #[[EXTERNAL:[0-9]+]]
; CHECK: define internal spir_func void @_Z4hostv()
; CHECK: attributes #[[EXTERNAL]] = { "sycl_external" }
; CHECK: ![[SIZE]] = !{i32 2, i32 16, !"a.cpp:3:40"}

target triple = "spirv64-unknown-unknown"

@size = private addrspace(1) constant [26 x i8] c"falx.reqd_work_group_size\00"
@external = private addrspace(1) constant [14 x i8] c"sycl_external\00"
@file = private addrspace(1) constant [6 x i8] c"a.cpp\00"
@args = private addrspace(1) constant { i32, i32, i64, i64, i64, i64 } { i32 3, i32 40, i64 2, i64 2, i64 16, i64 1 }
@llvm.global.annotations = appending addrspace(1) global [2 x { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }] [
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @_ZNK6ObjectclEv to ptr addrspace(1)), ptr addrspace(1) @size, ptr addrspace(1) @file, i32 3, ptr addrspace(1) @args },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @_Z4usedv to ptr addrspace(1)), ptr addrspace(1) @external, ptr addrspace(1) @file, i32 9, ptr addrspace(1) null }
], section "llvm.metadata"

define spir_kernel void @_ZTS6Kernel(ptr addrspace(4) %k) {
  call spir_func void @_ZNK6ObjectclEv(ptr addrspace(4) %k)
  ret void
}
define linkonce_odr spir_func void @_ZNK6ObjectclEv(ptr addrspace(4) %o) {
  ret void
}
define spir_func void @_Z4usedv() {
  ret void
}
define spir_func void @_Z4hostv() {
  ret void
}
