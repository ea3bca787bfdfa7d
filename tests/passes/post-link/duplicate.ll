; One kernel name, two function objects: an error that names both inputs (KL-8). Of the same size they
; are the same kernel, as from an inline function.
; RUN: not falx-post-link --target=native_cpu -o %t.o %s %S/Inputs/bigger.ll 2>&1 | FileCheck %s
; RUN: falx-post-link --target=native_cpu -o %t.o %s %s && falx-image %t.o | FileCheck %s --check-prefix=ONCE

; CHECK: error: kernel 'Sample' is defined twice, with function objects of 8 and 16 bytes; give one of the two another name
; CHECK: note: the other definition is in '{{.*}}duplicate.ll'
; ONCE: kernel _ZTS6Sample
; ONCE-NOT: kernel _ZTS6Sample

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  store i32 1, ptr %out
  ret void
}
