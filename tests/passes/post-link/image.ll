; falx-image shows the same of the object, an archive, a program and a stripped shared library:
; kernels, parameters, what was removed, aspects.
; RUN: falx-post-link --target=native_cpu -o %t.o %s
; RUN: falx-image %t.o | FileCheck %s
; RUN: rm -f %t.a && llvm-ar rcs %t.a %t.o && falx-image %t.a | FileCheck %s
; RUN: cc -shared -s -o %t.so %t.o && falx-image %t.so | FileCheck %s
; RUN: cc -o %t.exe %t.o -x c %S/Inputs/register.c %S/Inputs/main.c && %t.exe && falx-image %t.exe | FileCheck %s

; CHECK: image{{.*}}: native_cpu, native code for x86-64, 16 bytes
; CHECK: written by falx-post-link
; CHECK: kernel _ZTS4Half  (Half)
; CHECK: function object of 24 bytes, aligned to 8; 3 arguments; by work-items; fp64
; CHECK-NEXT: runs sub-groups of {{[0-9]+}}
; CHECK-NEXT: a work-item: {{[0-9]+}} instructions at most
; CHECK-NEXT: pointer, 8 bytes at 0
; CHECK-NEXT: value, 8 bytes at 8
; CHECK-NEXT: pointer, 8 bytes at 16
; CHECK-NEXT: removed arguments: 1
; CHECK: [SYCL/device requirements]
; CHECK-NEXT: aspects: 4 bytes

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr, i64, ptr }

define spir_kernel void @_ZTS4Half(ptr byval(%functor) align 8 %f) {
  %in = load ptr, ptr %f
  %q = getelementptr inbounds %functor, ptr %f, i64 0, i32 2
  %out = load ptr, ptr %q
  %v = load double, ptr %in
  %h = fmul double %v, 5.0e-1
  store double %h, ptr %out
  ret void
}
