; RUN: not falx-opt -S -passes=spec-constants %s -o - 2>&1 | FileCheck %s

; Two files with internal constants of one name: who sets it means which?
@_ZL5count = internal constant i32 4
@_ZL5count.1 = internal constant i32 5
@_ZL5equal = internal constant i32 6
@_ZL5equal.2 = internal constant i32 6
@variable = internal global i32 5
@count = private constant [6 x i8] c"count\00"
@equal = private constant [6 x i8] c"equal\00"
@other = private constant [6 x i8] c"other\00"
declare ptr @__falx_specialization_constant(ptr, ptr, i64)

; CHECK: 'k' uses two specialization constants '{{.*}}count{{.*}}' of different files with different default values or types; rename one, or declare it inline constexpr in a header
; CHECK-NOT: equal
define spir_kernel void @k() {
  %a = call ptr @__falx_specialization_constant(ptr @_ZL5equal, ptr @equal, i64 4)
  %b = call ptr @__falx_specialization_constant(ptr @_ZL5equal.2, ptr @equal, i64 4)
  %c = call ptr @__falx_specialization_constant(ptr @_ZL5count, ptr @count, i64 4)
  %d = call ptr @__falx_specialization_constant(ptr @_ZL5count.1, ptr @count, i64 4)
  ret void
}
; Each in a kernel of its own: both are fine.
; CHECK-NOT: 'l'
define spir_kernel void @l() {
  %d = call ptr @__falx_specialization_constant(ptr @_ZL5count.1, ptr @count, i64 4)
  ret void
}
