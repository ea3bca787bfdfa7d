; An image of a table that exports nothing but what only its own code can call says so all the same (DL-8).
; RUN: rm -rf %t && mkdir %t
; RUN: falx-post-link --target=native_cpu --emit=table -o %t/k.table %s
; RUN: falx-image %t/k.table | FileCheck %s
; RUN: falx-offload-wrapper -o %t/w.o %t/k.table && falx-image %t/w.o | FileCheck %s

; CHECK: image: {{.*}}native code
; CHECK: [SYCL/exported symbols]
; CHECK-NEXT: waits = 2

declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
define spir_func void @waits() "sycl_external" {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  ret void
}
