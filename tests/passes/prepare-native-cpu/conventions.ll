; No SPIR calling convention is left, neither on definitions and declarations nor on calls, calls
; through pointers included.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s --implicit-check-not=spir_

declare spir_func i32 @external(i32)

define internal spir_func i32 @helper(i32 %x) noinline {
  %r = call spir_func i32 @external(i32 %x)
  ret i32 %r
}

; CHECK: @k.NativeCPUKernel
; CHECK: call i32 @helper(i32 1)
; CHECK: call i32 %f(i32 %r{{[0-9]*}}, ptr %state)
define spir_kernel void @k(ptr %f, ptr %p) {
  %r = call spir_func i32 @helper(i32 1)
  %s = call spir_func i32 %f(i32 %r)
  store i32 %s, ptr %p
  ret void
}
