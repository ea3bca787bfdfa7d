; A constant's default is known where it is compiled.
; RUN: not falx-opt -S -passes=spec-constants %s -o - 2>&1 | FileCheck %s

@variable = internal global i32 5
@name = private constant [6 x i8] c"other\00"
declare ptr @__falx_specialization_constant(ptr, ptr, i64)

; CHECK: a specialization constant needs a default value that is known here: declare it 'constexpr sycl::specialization_id<T> name(value)'
define spir_kernel void @k() {
  %a = call ptr @__falx_specialization_constant(ptr @variable, ptr @name, i64 4)
  ret void
}
