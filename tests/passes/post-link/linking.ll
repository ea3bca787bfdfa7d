; Images that export and import: their properties, their entries, and which kernels share them (DL-1, DL-2, DL-5).
; RUN: rm -rf %t && mkdir %t
; RUN: falx-post-link --target=native_cpu --allow-undefined %s -o %t/device.o
; RUN: falx-image %t/device.o | FileCheck %s
; RUN: falx-post-link --target=native_cpu --allow-undefined --emit=table %s -o %t/images.table
; RUN: FileCheck %s --check-prefix=SYMBOLS <%t/images_1.sym
; RUN: falx-offload-wrapper -o %t/table.o %t/images.table
; RUN: falx-image %t/table.o | FileCheck %s
; One image for all, or one for each kernel and each export.
; RUN: falx-post-link --target=native_cpu --allow-undefined --split=off %s -o %t/off.o && falx-image %t/off.o | FileCheck %s --check-prefix=OFF
; RUN: falx-post-link --target=native_cpu --allow-undefined --split=per_kernel %s -o %t/each.o && falx-image %t/each.o | FileCheck %s --check-prefix=EACH
; An import that a library on the link line exports is no error; without it, it is one.
; RUN: not falx-post-link --target=native_cpu %s -o %t/fails.o 2>&1 | FileCheck %s --check-prefix=UNDEFINED
; RUN: falx-post-link --target=native_cpu %S/Inputs/theirs.ll -o %t/theirs.o
; RUN: falx-post-link --target=native_cpu --library=%t/theirs.o %s -o %t/fine.o
; RUN: falx-image %t/fine.o | FileCheck %s
; RUN: not falx-post-link --target=native_cpu --library=%t/nothing %s -o %t/fails.o 2>&1 | FileCheck %s --check-prefix=ABSENT

; CHECK: kernel alone
; CHECK-NOT: imported
; CHECK: [SYCL/exported symbols]
; CHECK-NEXT: ours = 1
; CHECK-NEXT: waits = 2
; CHECK: kernel calls
; CHECK: kernel calls_again
; CHECK: [SYCL/imported symbols]
; CHECK-NEXT: theirs = 1
; CHECK-NOT: exported
; SYMBOLS: import theirs
; SYMBOLS-NEXT: calls
; SYMBOLS-NEXT: calls_again
; OFF-COUNT-1: image: native_cpu
; OFF: [SYCL/exported symbols]
; OFF: [SYCL/imported symbols]
; OFF-NOT: image: native_cpu
; EACH-COUNT-4: image: native_cpu
; EACH-NOT: image: native_cpu
; UNDEFINED: error: in function 'calls': undefined function 'theirs' reached from device code
; ABSENT: error: cannot read '{{.*}}nothing': No such file or directory

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

declare spir_func i32 @theirs(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)

define spir_kernel void @calls(ptr byval(%functor) align 8 %f) {
  %p = load ptr, ptr %f
  %r = call spir_func i32 @theirs(i32 1)
  store i32 %r, ptr %p
  ret void
}
define spir_kernel void @alone(ptr byval(%functor) align 8 %f) {
  %p = load ptr, ptr %f
  store i32 1, ptr %p
  ret void
}
define spir_kernel void @calls_again(ptr byval(%functor) align 8 %f) {
  %p = load ptr, ptr %f
  %r = call spir_func i32 @theirs(i32 2)
  store i32 %r, ptr %p
  ret void
}
define spir_func i32 @ours(i32 %x) "sycl_external" {
  ret i32 %x
}
define spir_func void @waits() "sycl_external" {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)
  ret void
}
