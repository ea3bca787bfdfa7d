; Images for each instruction set, each with a place for the variable's number, and the host's variable (DG-21, DG-22).
; RUN: falx-post-link --target=native_cpu --isa=baseline,v4 %s -o %t.o
; RUN: falx-image %t.o | FileCheck %s
; RUN: nm %t.o | FileCheck --check-prefix=SYMBOLS %s

; CHECK: native code for x86-64,
; CHECK: [SYCL/device globals]
; CHECK-NEXT: counter: 12 bytes
; CHECK: native code for x86-64-v4,
; CHECK: [SYCL/device globals]
; SYMBOLS-DAG: w counter{{$}}
; SYMBOLS-DAG: b counter.falx_global{{$}}
; SYMBOLS-DAG: b counter.falx_global.x86-64-v4
target triple = "x86_64-unknown-linux-gnu"

%functor = type { ptr }
%"struct.sycl::detail::falx_device_global_pointer" = type { ptr }
%storage = type { %"struct.sycl::detail::falx_device_global_pointer", ptr, i32 }
@counter = global %storage { %"struct.sycl::detail::falx_device_global_pointer" zeroinitializer, ptr @device_global_storage_descriptor, i32 7 }, align 8
@device_global_storage_descriptor = linkonce_odr constant { i32, i32, i32, i32, i32, i32 } { i32 4, i32 0, i32 16, i32 0, i32 0, i32 0 }

define spir_kernel void @k(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %pointer = load ptr, ptr @counter
  %value = load i32, ptr %pointer
  store i32 %value, ptr %out
  ret void
}
