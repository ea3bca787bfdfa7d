; What code asks of a specialization constant is the address of its default value (SYCL 2020, 4.9.5).
; RUN: falx-opt -S -passes=spec-constants %s -o - | FileCheck %s
; RUN: falx-opt -S '-passes=spec-constants,llvm<instcombine>' %s -o - | FileCheck --check-prefix=FOLDED %s

%struct.settings = type { i32, [4 x i8], double }
@number = internal constant i32 4
@settings = linkonce_odr constant %struct.settings { i32 1, [4 x i8] c"falx", double 2.5 }
@name.number = private constant [7 x i8] c"number\00"
@name.settings = private constant [9 x i8] c"settings\00"
declare ptr @__falx_specialization_constant(ptr, ptr, i64)

; CHECK-NOT: call ptr @__falx_specialization_constant
; CHECK: %n = load i32, ptr @number
; FOLDED: add i32 %x, 4
define internal i32 @helper(i32 %x) {
  %p = call ptr @__falx_specialization_constant(ptr @number, ptr @name.number, i64 4)
  %n = load i32, ptr %p
  %r = add i32 %x, %n
  ret i32 %r
}

; CHECK: getelementptr i8, ptr @settings, i64 8
; FOLDED: store double 2.500000e+00
define spir_kernel void @k(ptr %out) {
  %h = call i32 @helper(i32 1)
  %p = call ptr @__falx_specialization_constant(ptr @settings, ptr @name.settings, i64 16)
  %f = getelementptr i8, ptr %p, i64 8
  %d = load double, ptr %f
  store double %d, ptr %out
  ret void
}
