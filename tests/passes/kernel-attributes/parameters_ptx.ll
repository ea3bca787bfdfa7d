; What is passed by value to a kernel for nvptx64 is aligned as its size allows: then the numbers of a packed
; structure are read whole, not byte by byte.
; RUN: falx-opt -S -O2 --target=nvptx64-nvidia-cuda -passes=nvvm-attributes %s | FileCheck-22 %s
; RUN: falx-opt -S -O2 --target=nvptx64-nvidia-cuda -passes=nvvm-attributes,optimize %s | FileCheck-22 %s --check-prefix=LOAD

; CHECK: byval(<{ double, i8 }>) align 8 {{.*}}byval([3 x i8]) align 2 {{.*}}byval({ <4 x i32> }) align 16
; LOAD: load double, ptr %_arg_0, align 8

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @Kernel(ptr byval(<{ double, i8 }>) align 1 %_arg_0, ptr byval([3 x i8]) align 1 %_arg_1, ptr byval({ <4 x i32> }) align 16 %_arg_2, ptr addrspace(1) %_arg_3) {
  %x = load double, ptr %_arg_0, align 1
  store double %x, ptr addrspace(1) %_arg_3
  ret void
}
