; The address of an import is known at run time only: a constant that holds it cannot be one whose address is kept (DL-16).
; RUN: not falx-opt -S -passes=prepare-native-cpu --allow-undefined %s -o - 2>&1 | FileCheck %s

; CHECK: error: the address of 'theirs(int)', which another image defines, is in the constant 'table', and code keeps that one's address; on native_cpu it is known at run time only: make the constant a local variable of the kernel, or define 'theirs(int)' in this program
@table = internal constant [1 x ptr] [ptr @_Z6theirsi]
declare spir_func i32 @_Z6theirsi(i32)

define spir_kernel void @k(ptr %p) {
  store ptr @table, ptr %p
  ret void
}
