; Lazy inputs are taken as members of an archive are: where they define what is used and undefined,
; in whatever order they come. One that is not wanted is no part of the result, nor is its kernel (DL-4).
; RUN: falx-post-link --target=native_cpu -o %t.o %s --lazy %S/Inputs/lazy_third.ll %S/Inputs/lazy_second.ll %S/duplicate.ll
; RUN: falx-image %t.o | FileCheck %s
; RUN: not falx-post-link --target=native_cpu -o %t.not.o %s --lazy %S/Inputs/lazy_second.ll 2>&1 | FileCheck %s --check-prefix=UNDEFINED
; RUN: not falx-post-link --target=native_cpu -o %t.not.o --lazy %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not falx-post-link --target=native_cpu -o %t.not.o %s --lazy %t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: test ! -e %t.not.o

; CHECK: kernel _ZTS5First
; CHECK-NOT: kernel _ZTS6Sample
; UNDEFINED: error: in function {{.*}}undefined function 'third(int)' reached from device code
; NONE: error: target native_cpu has no input
; MISSING: error: cannot read '{{.*}}.missing': No such file or directory

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS5First(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %v = call spir_func i32 @_Z6secondi(i32 1)
  store i32 %v, ptr %out
  ret void
}
declare spir_func i32 @_Z6secondi(i32)
