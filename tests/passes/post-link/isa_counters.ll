; A variable that kernels write, as counters of a profile are, is one for all: one variant then.
; RUN: falx-post-link --target=native_cpu --isa=baseline,v3,v4 -o %t.o %s
; RUN: falx-image %t.o | FileCheck %s
; RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS

; CHECK: native code for x86-64, 16 bytes
; CHECK-NOT: native code for
; SYMBOLS: {{[bdn]}} __profc_sample
; SYMBOLS-NOT: x86-64

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

@__profn_sample = private constant [6 x i8] c"sample"

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  call void @llvm.instrprof.increment(ptr @__profn_sample, i64 0, i32 1, i32 0)
  %out = load ptr, ptr %f
  store i32 1, ptr %out
  ret void
}
declare void @llvm.instrprof.increment(ptr, i64, i32, i32)
