; Images for several targets in one object. SPIR-V is a module that says so.
; RUN: falx-post-link --target=native_cpu %S/split.ll --target=spir64 "--compile-options=-cl-fast" --link-options=-l %s -o %t.o && falx-image %t.o | FileCheck %s
; RUN: rm -rf %t && mkdir %t && falx-post-link --target=spir64 --split=per_kernel --emit=table -o %t/s.table %s
; RUN: head -c 4 %t/s_1.spv | od -A n -t x4 | FileCheck %s --check-prefix=MAGIC

; CHECK: image: native_cpu, native code for x86-64, 32 bytes
; CHECK-NOT: compile options
; CHECK: image: spir64, SPIR-V
; CHECK: compile options: -cl-fast
; CHECK-NEXT: link options: -l
; CHECK: kernel _ZTS1A
; CHECK: kernel _ZTS1C
; CHECK: function helper
; CHECK: [SYCL/exported symbols]
; CHECK-NEXT: helper = 1
; MAGIC: 07230203

target triple = "spirv64-unknown-unknown"
%functor = type { ptr addrspace(4) }

define spir_kernel void @_ZTS1A(ptr byval(%functor) align 8 %f) {
  %out = load ptr addrspace(4), ptr %f
  store i32 1, ptr addrspace(4) %out
  ret void
}
define spir_kernel void @_ZTS1C(ptr byval(%functor) align 8 %f) {
  %out = load ptr addrspace(4), ptr %f
  store i32 2, ptr addrspace(4) %out
  ret void
}
define spir_func i32 @helper(i32 %x) "sycl_external" {
  ret i32 %x
}
