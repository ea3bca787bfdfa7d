; On spir64 the host finds device globals by their decorations (DG-12, DG-21), whatever the address space.
; RUN: falx-post-link --target=spir64 --emit=object -o %t.o %s && falx-image --raw %t.o | FileCheck %s
; RUN: strings %t.o | FileCheck --check-prefix=SPIRV %s
; RUN: falx-post-link --target=spir64 --emit=table -o %t.table %s && cat %t_0.sym | FileCheck --check-prefix=SYMBOLS %s

; CHECK: image: spir64, SPIR-V
; CHECK: [SYCL/device globals]
; CHECK: counter: {{[0-9]+}} bytes
; SPIRV-DAG: SPV_INTEL_global_variable_host_access
; SPIRV-DAG: SPV_INTEL_global_variable_fpga_decorations
; SPIRV-DAG: counter
; A table has the kernels, no addresses on the host.
; SYMBOLS: _ZTS1K
; SYMBOLS-NOT: counter
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@counter = addrspace(1) global { ptr addrspace(4), ptr addrspace(4), i32 } { ptr addrspace(4) null, ptr addrspace(4) addrspacecast (ptr addrspace(1) @device_global_storage_descriptor to ptr addrspace(4)), i32 7 }, align 8
@device_global_storage_descriptor = linkonce_odr addrspace(1) constant { i32, i32, i32, i32, i32, i32 } { i32 4, i32 0, i32 16, i32 3, i32 1, i32 0 }

%functor = type { ptr addrspace(4) }
define spir_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) {
  %out = load ptr addrspace(4), ptr %f
  %pointer = load ptr addrspace(4), ptr addrspace(4) addrspacecast (ptr addrspace(1) @counter to ptr addrspace(4)), align 8
  %value = load i32, ptr addrspace(4) %pointer
  store i32 %value, ptr addrspace(4) %out
  ret void
}
