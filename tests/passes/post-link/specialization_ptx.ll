; An image of PTX is compiled again for its own architecture: --march=sm_75 is first among the options that it keeps.
; RUN: rm -rf %t && mkdir %t && falx-post-link --target=nvptx64-nvidia-cuda --march=sm_75,sm_90 --emit=table -o %t/a.table %s
; RUN: FileCheck-22 %s --input-file=%t/a_0.prop
; RUN: grep -o "^options=2|[A-Za-z0-9+/=]*" %t/a_1.prop | sed "s/^options=2|//" | base64 -d | FileCheck-22 %s --check-prefix=OPTIONS

; CHECK: [SYCL/specialization constants]
; CHECK-NEXT: first=1|4
; CHECK: [Falx/specialization]
; CHECK: options=2|LS1tYXJjaD1zbV83N
; OPTIONS: --march=sm_90
; OPTIONS-NEXT: --target=nvptx64-nvidia-cuda
target triple = "nvptx64-nvidia-cuda"
@a = internal constant i32 4
@first = private constant [6 x i8] c"first\00"
declare ptr @__falx_specialization_constant(ptr, ptr, i64)
define ptx_kernel void @_ZTS1K(ptr byval({ ptr }) align 8 %f) {
  %out = load ptr, ptr %f
  %p = call ptr @__falx_specialization_constant(ptr @a, ptr @first, i64 4)
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}
