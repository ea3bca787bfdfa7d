; With 512-bit vectors 1 / sqrt x that allows reciprocals is the processor's estimate and one step of
; Newton's method; 0 and infinity are seen to. An exact division stays one.
; RUN: falx-post-link --target=native_cpu --march=x86-64-v4 --emit=object --save-temps=%t -o %t.o %s
; RUN: cat %t.*.lower-math.ll | FileCheck-22 %s
; RUN: llvm-objdump --no-show-raw-insn -d %t.o | FileCheck-22 --check-prefix=CODE %s
; RUN: falx-post-link --target=native_cpu --march=x86-64-v3 --emit=object -o %t.o %s
; RUN: llvm-objdump --no-show-raw-insn -d %t.o | FileCheck-22 --check-prefix=V3 %s

; CHECK: call arcp float @llvm.sqrt.f32
; CHECK-NEXT: fdiv arcp float 1.000000e+00
; CHECK: select i1
; CHECK: select i1
; CHECK: fdiv float 1.000000e+00
; CODE: vrsqrt14ps
; CODE: vsqrtps
; V3-NOT: {{vrsqrt[ps]}}
; V3: vsqrtps

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds float, ptr %out, i64 %id
  %x = load float, ptr %p
  %s = call float @llvm.sqrt.f32(float %x)
  %r = fdiv arcp float 1.000000e+00, %s
  %y = fadd float %r, 1.000000e+00
  %t = call float @llvm.sqrt.f32(float %y)
  %e = fdiv float 1.000000e+00, %t
  store float %e, ptr %p
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare float @llvm.sqrt.f32(float)
