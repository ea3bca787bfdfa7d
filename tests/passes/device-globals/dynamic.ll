; A variable that is initialized dynamically has no first value on a device.
; RUN: not falx-opt -S -passes=device-globals %s -o - 2>&1 | FileCheck %s

%"struct.sycl::detail::falx_device_global_pointer" = type { ptr }
%storage = type { %"struct.sycl::detail::falx_device_global_pointer", ptr, i32 }
; CHECK: device_global 'copied' has no constant initializer
@copied = global %storage zeroinitializer
define spir_kernel void @k() {
  %pointer = load ptr, ptr @copied
  ret void
}
