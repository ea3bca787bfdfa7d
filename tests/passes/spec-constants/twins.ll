; Files may have internal constants of one name: each kernel has its own (SYCL 2020, 4.9.5).
; RUN: falx-post-link --target=native_cpu --isa=baseline %s -o %t.o
; RUN: falx-image %t.o | FileCheck %s

; CHECK: [SYCL/specialization constants]
; CHECK-DAG: default = 4
; CHECK-DAG: equal = 4
; CHECK-DAG: type = 0
; CHECK: [SYCL/specialization constants default values]
; CHECK-NOT: {{default|type}}:
; CHECK: equal: 4 bytes
; CHECK-NOT: {{default|type}}:
; CHECK: [Falx/specialization]
target triple = "x86_64-unknown-linux-gnu"
@equal = internal constant i32 6
@equal.1 = internal constant i32 6
@default = internal constant i32 4
@default.1 = internal constant i32 5
@type = internal constant i32 0
@type.1 = internal constant i64 0
@name.equal = private constant [6 x i8] c"equal\00"
@name.default = private constant [8 x i8] c"default\00"
@name.type = private constant [5 x i8] c"type\00"
declare ptr @__falx_specialization_constant(ptr, ptr, i64)

define spir_kernel void @one(ptr byval({ ptr }) %f) {
  %out = load ptr, ptr %f
  %p = call ptr @__falx_specialization_constant(ptr @equal, ptr @name.equal, i64 4)
  %q = call ptr @__falx_specialization_constant(ptr @default, ptr @name.default, i64 4)
  %r = call ptr @__falx_specialization_constant(ptr @type, ptr @name.type, i64 4)
  %v = load i32, ptr %p
  %w = load i32, ptr %q
  %x = load i32, ptr %r
  store volatile i32 %v, ptr %out
  store volatile i32 %w, ptr %out
  store volatile i32 %x, ptr %out
  ret void
}
define spir_kernel void @two(ptr byval({ ptr }) %f) {
  %out = load ptr, ptr %f
  %p = call ptr @__falx_specialization_constant(ptr @equal.1, ptr @name.equal, i64 4)
  %q = call ptr @__falx_specialization_constant(ptr @default.1, ptr @name.default, i64 4)
  %r = call ptr @__falx_specialization_constant(ptr @type.1, ptr @name.type, i64 8)
  %v = load i32, ptr %p
  %w = load i32, ptr %q
  %x = load i64, ptr %r
  store volatile i32 %v, ptr %out
  store volatile i32 %w, ptr %out
  store volatile i64 %x, ptr %out
  ret void
}
