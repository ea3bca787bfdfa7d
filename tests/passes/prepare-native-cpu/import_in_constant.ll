; The address of an import is known at run time only.
; RUN: not falx-opt -S -passes=prepare-native-cpu --allow-undefined %s -o - 2>&1 | FileCheck %s

; CHECK: error: the address of 'theirs', which another image defines, stands in a constant; on native_cpu it is known at run time only: take it in a function
@table = constant [1 x ptr] [ptr @theirs]
declare spir_func i32 @theirs(i32)

define spir_kernel void @k(ptr %p) {
  %f = load ptr, ptr @table
  store ptr %f, ptr %p
  ret void
}
