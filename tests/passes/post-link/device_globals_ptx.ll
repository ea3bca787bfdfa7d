; An image of PTX says which device_globals it uses: those of one file as well, whose symbols are not their names.
; RUN: rm -rf %t && mkdir %t && falx-post-link --target=nvptx64-nvidia-cuda --emit=table -o %t/a.table %s
; RUN: FileCheck-22 %s --input-file=%t/a_0.prop
; RUN: FileCheck-22 %s --input-file=%t/a_0.ptx --check-prefix=PTX

; CHECK: [SYCL/device globals]
; CHECK-DAG: {{^}}counter=2|
; CHECK-DAG: {{^}}_ZL5small.{{[0-9a-f]+}}=2|
; PTX-DAG: .weak .global .align 8 .u64 counter;
; PTX-DAG: .weak .global .align 8 .u64 _ZL5small${{[0-9a-f]+}};
target triple = "nvptx64-nvidia-cuda"

@counter = addrspace(1) global { ptr, ptr, i32 } { ptr null, ptr addrspacecast (ptr addrspace(1) @device_global_storage_descriptor to ptr), i32 7 }, align 8
@_ZL5small = internal addrspace(1) global { ptr, ptr, i32 } { ptr null, ptr addrspacecast (ptr addrspace(1) @device_global_storage_descriptor to ptr), i32 8 }, align 8
@device_global_storage_descriptor = linkonce_odr addrspace(1) constant { i32, i32, i32, i32, i32, i32 } { i32 4, i32 0, i32 16, i32 3, i32 1, i32 0 }

%functor = type { ptr }
define ptx_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %a = load ptr, ptr addrspacecast (ptr addrspace(1) @counter to ptr), align 8
  %b = load ptr, ptr addrspacecast (ptr addrspace(1) @_ZL5small to ptr), align 8
  %x = load i32, ptr %a
  store i32 %x, ptr %b
  store i32 %x, ptr %out
  ret void
}
