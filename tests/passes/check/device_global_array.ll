; An array of device_globals has no instance on a device, whether it is constant or not.
; RUN: not falx-opt -passes=check %s -o %t.out 2>&1 | FileCheck %s
; CHECK: error: in function 'k': device code cannot use 'array', which holds device_globals: a device_global is a variable of its own; make an array one device_global of an array type
; CHECK: error: in function 'k': device code cannot use 'fixed', which holds device_globals
; CHECK-NOT: error:

@array = global { [2 x { ptr, ptr, i32 }] } { [2 x { ptr, ptr, i32 }] [{ ptr, ptr, i32 } { ptr null, ptr @device_global_storage_descriptor, i32 7 }, { ptr, ptr, i32 } { ptr null, ptr @device_global_storage_descriptor, i32 8 }] }, align 8
@fixed = constant [1 x { ptr, ptr, i32 }] [{ ptr, ptr, i32 } { ptr null, ptr @device_global_storage_descriptor, i32 7 }], align 8
@one = global { ptr, ptr, i32 } { ptr null, ptr @device_global_storage_descriptor, i32 7 }, align 8
@table = constant [2 x ptr] [ptr @k, ptr null]
@device_global_storage_descriptor = linkonce_odr constant { i32, i32, i32, i32, i32, i32 } { i32 4, i32 0, i32 16, i32 3, i32 0, i32 0 }

define spir_kernel void @k() {
  %a = load ptr, ptr @array
  %b = load ptr, ptr @fixed
  %c = load ptr, ptr @one
  ret void
}
define spir_kernel void @l() {
  %c = load ptr, ptr @table
  ret void
}
