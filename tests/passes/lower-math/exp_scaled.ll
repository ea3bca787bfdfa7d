; With 512-bit vectors an exponential is scaled by one instruction, else by two products.
; RUN: falx-post-link --target=native_cpu --march=x86-64-v4 --emit=object --save-temps=%t -o %t.o %s
; RUN: cat %t.*.lower-math.ll | FileCheck-22 %s
; RUN: llvm-objdump --no-show-raw-insn -d %t.o | FileCheck-22 --check-prefix=CODE %s
; RUN: falx-post-link --target=native_cpu --march=x86-64-v3 --emit=object --save-temps=%t.v3 -o %t.o %s
; RUN: cat %t.v3.*.lower-math.ll | FileCheck-22 --check-prefix=V3 %s

; CHECK: call float @llvm.ldexp.f32.i32
; CODE: vscalefps
; V3-NOT: call float @llvm.ldexp

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds float, ptr %out, i64 %id
  %x = load float, ptr %p
  %e = call float @llvm.exp.f32(float %x)
  store float %e, ptr %p
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare float @llvm.exp.f32(float)
