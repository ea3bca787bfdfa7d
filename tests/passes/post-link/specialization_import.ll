; An image that uses no constant keeps its code where it imports a function that takes a kernel_handler: that may be
; compiled again, and this one is then linked with it (DL-11). No other import makes it keep its code.
; RUN: falx-post-link --target=native_cpu --isa=baseline --split=per_kernel --allow-undefined %s -o %t.o
; RUN: falx-image %t.o | FileCheck %s

; CHECK-LABEL: kernel reads
; CHECK-NOT: SYCL/specialization constants
; CHECK: [Falx/specialization]
; CHECK-LABEL: kernel other
; CHECK-NOT: specialization

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define spir_kernel void @reads(ptr byval({ ptr }) %f) {
  %out = load ptr, ptr %f
  %v = call spir_func i32 @_Z6scalediN4sycl14kernel_handlerE(i32 1)
  store i32 %v, ptr %out
  ret void
}
define spir_kernel void @other(ptr byval({ ptr }) %f) {
  %out = load ptr, ptr %f
  %v = call spir_func i32 @_Z5plaini(i32 1)
  store i32 %v, ptr %out
  ret void
}
declare spir_func i32 @_Z6scalediN4sycl14kernel_handlerE(i32)
declare spir_func i32 @_Z5plaini(i32)
