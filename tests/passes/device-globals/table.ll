; An address in the initializer of another variable would have to be known before the program runs.
; RUN: not falx-opt -S -passes=device-globals,lower-device-globals %s -o - 2>&1 | FileCheck %s

%"struct.sycl::detail::falx_device_global_pointer" = type { ptr }
%storage = type { %"struct.sycl::detail::falx_device_global_pointer", ptr, i32 }
@counter = external global %storage
@table = internal constant [1 x ptr] [ptr @counter]
; CHECK: the address of device_global 'counter' stands in the initializer of another variable; take it in the kernel
define spir_kernel void @k(i64 %i) {
  %place = getelementptr ptr, ptr @table, i64 %i
  %p = load ptr, ptr %place
  store i8 0, ptr %p
  ret void
}
