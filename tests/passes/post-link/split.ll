; per_kernel gives each kernel an image of its own, off one image to all (DL-5).
; RUN: rm -rf %t && mkdir %t
; RUN: falx-post-link --target=native_cpu --split=per_kernel -o %t/k.o %s && falx-image %t/k.o | FileCheck %s --check-prefix=TWO
; RUN: falx-post-link --target=native_cpu --split=off -o %t/o.o %s && falx-image %t/o.o | FileCheck %s --check-prefix=ONE
; RUN: falx-post-link --target=native_cpu -o %t/a.o %s && falx-image %t/a.o | FileCheck %s --check-prefix=ONE
; RUN: falx-post-link --target=native_cpu --split=per_kernel --emit=table -o %t/k.table %s
; RUN: llvm-dis -o - %t/k_0.bc | FileCheck %s --check-prefix=FIRST
; RUN: llvm-dis -o - %t/k_1.bc | FileCheck %s --check-prefix=SECOND
; RUN: not falx-post-link --target=native_cpu --split=some -o %t/k.o %s 2>&1 | FileCheck %s --check-prefix=ERROR

; TWO: image: native_cpu
; TWO: kernel _ZTS1A
; TWO: image: native_cpu
; TWO: kernel _ZTS1B
; ONE: image: native_cpu
; ONE: kernel _ZTS1A
; ONE-NOT: image:
; ONE: kernel _ZTS1B
; FIRST: @_ZTS1A.falx_kernel
; FIRST-NOT: _ZTS1B
; SECOND-NOT: _ZTS1A
; SECOND: @_ZTS1B.falx_kernel
; ERROR: falx-post-link: error: unknown split mode 'some': auto, off, per_source, per_kernel

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS1A(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  store i32 1, ptr %out
  ret void
}
define spir_kernel void @_ZTS1B(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  store i32 2, ptr %out
  ret void
}
