; Each image of a split is what its kernel gives alone: code generation keeps nothing from the image
; before (its SPIR-V back end would keep pointers into freed functions).
; RUN: rm -rf %t && mkdir %t
; RUN: for k in $(seq 10 33); do sed s/_ZTS1A/_ZTS$k/ %s >%t/$k.ll; done
; RUN: falx-post-link --target=spir64 --split=per_kernel --emit=table -o %t/all.table %t/??.ll
; RUN: falx-post-link --target=spir64 --emit=table -o %t/one.table %t/33.ll
; RUN: cmp %t/all_23.spv %t/one_0.spv

target triple = "spirv64-unknown-unknown"
%functor = type { ptr addrspace(4), i32, float }

define spir_kernel void @_ZTS1A(ptr byval(%functor) align 8 %f) {
  %out = load ptr addrspace(4), ptr %f
  %next = getelementptr i32, ptr addrspace(4) %out, i64 1
  %value = load i32, ptr addrspace(4) %next
  %product = mul i32 %value, 3
  store i32 %product, ptr addrspace(4) %out
  ret void
}
