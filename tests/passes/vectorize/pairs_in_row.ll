; Two stores whose addresses are a butterfly's, of which a part that is emitted twice (rows.c) ends between
; them: each is stored where it stands, also where all lanes are in one row.
; RUN: falx-post-link --target=native_cpu --march=x86-64-v3 --emit=object --save-temps=%t.IR -o %t.o %s
; RUN: cat %t.IR.*.vectorize.ll | FileCheck-22 %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr, i64, float }

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v8(
; CHECK: row:
; CHECK: llvm.masked.scatter
; CHECK: rows.several:
; CHECK: llvm.masked.scatter
; CHECK: rows.done:
; CHECK: ret void
define spir_kernel void @k(ptr byval(%functor) align 8 %f) {
  %p = load ptr, ptr %f
  %n.at = getelementptr %functor, ptr %f, i32 0, i32 1
  %n = load i64, ptr %n.at
  %u.at = getelementptr %functor, ptr %f, i32 0, i32 2
  %u = load float, ptr %u.at
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %x = urem i64 %i, %n
  %low = and i64 %x, 3
  %twice = shl i64 %x, 1
  %a = sub i64 %twice, %low
  %at = getelementptr float, ptr %p, i64 %a
  store float %u, ptr %at
  %more = add i64 %x, 7
  %value = uitofp i64 %more to float
  %b = getelementptr float, ptr %at, i64 4
  store float %value, ptr %b
  ret void
}

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
