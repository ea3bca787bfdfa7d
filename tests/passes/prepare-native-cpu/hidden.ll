; Device copies of functions and variables are internal, so that the host's of the same name are not
; touched; the C library stays external.
; RUN: falx-opt -S -passes=internalize,prepare-native-cpu %s -o - | FileCheck %s

$shared = comdat any
$table = comdat any
; CHECK: @table = internal constant [2 x i32] [i32 1, i32 2]
@table = linkonce_odr constant [2 x i32] [i32 1, i32 2], comdat
; CHECK: declare double @sin(double)
declare double @sin(double)

; CHECK: define internal double @shared(double %x)
define linkonce_odr spir_func double @shared(double %x) noinline comdat {
  %r = call double @sin(double %x)
  ret double %r
}

; CHECK: define internal i32 @exported()
define dso_local spir_func i32 @exported() noinline "sycl_external" {
  %v = load i32, ptr @table
  ret i32 %v
}

define spir_kernel void @k(ptr %p) {
  %r = call spir_func double @shared(double 1.0)
  store double %r, ptr %p
  ret void
}

!falx.local_exports = !{!0}
!0 = !{!"exported"}
