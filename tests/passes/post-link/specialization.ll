; An image tells of the constants that its kernels use, and keeps its code to be compiled again.
; RUN: falx-post-link --target=native_cpu --isa=baseline --split=per_kernel %s -o %t.o
; RUN: falx-image %t.o | FileCheck %s
; RUN: falx-post-link --target=native_cpu --isa=baseline --split=per_kernel --emit=table %s -o %t.table
; RUN: grep -c "Falx/specialization" %t_0.prop %t_1.prop %t_2.prop | FileCheck --check-prefix=TABLE %s

; CHECK-LABEL: kernel both
; CHECK: [SYCL/specialization constants]
; CHECK-NEXT: first = 4
; CHECK-NEXT: second = 8
; CHECK: [SYCL/specialization constants default values]
; CHECK: [Falx/specialization]
; CHECK-LABEL: kernel one
; CHECK: [SYCL/specialization constants]
; CHECK-NEXT: second = 8
; CHECK-LABEL: kernel none
; CHECK-NOT: specialization

; TABLE: prop:1
; TABLE: prop:1
; TABLE: prop:0
target triple = "x86_64-unknown-linux-gnu"

@a = internal constant i32 4
@b = internal constant i64 5
@first = private constant [6 x i8] c"first\00"
@second = private constant [7 x i8] c"second\00"
declare ptr @__falx_specialization_constant(ptr, ptr, i64)

define spir_kernel void @both(ptr byval({ ptr }) %f) {
  %out = load ptr, ptr %f
  %p = call ptr @__falx_specialization_constant(ptr @a, ptr @first, i64 4)
  %v = load i32, ptr %p
  %q = call ptr @__falx_specialization_constant(ptr @b, ptr @second, i64 8)
  %w = load i64, ptr %q
  store i32 %v, ptr %out
  store i64 %w, ptr %out
  ret void
}
define spir_kernel void @one(ptr byval({ ptr }) %f) {
  %out = load ptr, ptr %f
  %q = call ptr @__falx_specialization_constant(ptr @b, ptr @second, i64 8)
  %w = load i64, ptr %q
  store i64 %w, ptr %out
  ret void
}
define spir_kernel void @none(ptr byval({ ptr }) %f) {
  %out = load ptr, ptr %f
  store i64 1, ptr %out
  ret void
}
