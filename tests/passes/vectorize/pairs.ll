; Both sides of a butterfly: if the distance is at most the number of lanes, two vectors in memory that
; are loaded and stored whole.
; RUN: falx-post-link --target=native_cpu --march=x86-64-v4 --emit=object --save-temps=%t.CHECK -o %t.o %s
; RUN: cat %t.CHECK.*.vectorize.ll | FileCheck-22 --check-prefix=CHECK %s
; RUN: falx-post-link --target=native_cpu --march=x86-64-v3 --emit=object --save-temps=%t.V3 -o %t.o %s
; RUN: cat %t.V3.*.vectorize.ll | FileCheck-22 --check-prefix=V3 %s
; RUN: falx-post-link --target=native_cpu --march=x86-64 --emit=object --save-temps=%t.NONE -o %t.o %s
; RUN: cat %t.NONE.*.vectorize.ll | FileCheck-22 --check-prefix=NONE %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%apart.functor = type { ptr, ptr, i64 }
%both.functor = type { ptr, i64 }
%constant.functor = type { ptr, ptr }

; CHECK-LABEL: define internal void @both.NativeCPUKernel.v16(
; CHECK: %is_pair
; CHECK: llvm.x86.avx512.vpermi2var.d.512
; CHECK: llvm.x86.avx512.vpermi2var.d.512
; CHECK: llvm.masked.gather
; CHECK: llvm.masked.gather
; CHECK: [[LOW:%.*]] = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512
; CHECK: store <16 x i32> [[LOW]]
; CHECK: [[HIGH:%.*]] = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512
; CHECK: store <16 x i32> [[HIGH]]
; CHECK: llvm.masked.scatter
; CHECK: llvm.masked.scatter
; CHECK-LABEL: define internal void @both.NativeCPUKernel.v16.masked(
; CHECK: %is_pair
; CHECK: call <16 x i32> @llvm.masked.load.v16i32.p0(
; CHECK: call <16 x i32> @llvm.masked.load.v16i32.p0(
; CHECK: call void @llvm.masked.store.v16i32.p0(
; CHECK: call void @llvm.masked.store.v16i32.p0(

; V3-LABEL: define internal void @both.NativeCPUKernel.v8(
; V3: %is_pair
; V3: llvm.x86.avx2.permd

; NONE-NOT: is_pair
define spir_kernel void @both(ptr byval(%both.functor) align 8 %f) {
  %p.at = getelementptr %both.functor, ptr %f, i32 0, i32 0
  %p = load ptr, ptr %p.at
  %s.at = getelementptr %both.functor, ptr %f, i32 0, i32 1
  %s = load i64, ptr %s.at
  %i = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %m = add i64 %s, -1
  %low = and i64 %i, %m
  %high = sub i64 %i, %low
  %twice = shl i64 %high, 1
  %j = add i64 %twice, %low
  %a = getelementptr i32, ptr %p, i64 %j
  %x = load i32, ptr %a
  %b = getelementptr i32, ptr %a, i64 %s
  %y = load i32, ptr %b
  %sum = add i32 %x, %y
  store i32 %sum, ptr %a
  %difference = sub i32 %x, %y
  store i32 %difference, ptr %b
  ret void
}

; In 32 bits, the other side first, and a constant distance.
; CHECK-LABEL: define internal void @constant.NativeCPUKernel.v16(
; CHECK: load <16 x float>
; CHECK: load <16 x float>
; CHECK: shufflevector <16 x float>
define spir_kernel void @constant(ptr byval(%constant.functor) align 8 %f) {
  %p.at = getelementptr %constant.functor, ptr %f, i32 0, i32 0
  %p = load ptr, ptr %p.at
  %q.at = getelementptr %constant.functor, ptr %f, i32 0, i32 1
  %q = load ptr, ptr %q.at
  %i = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %l = trunc i64 %i to i32
  %low = and i32 %l, 3
  %twice = shl nsw i32 %l, 1
  %j = sub nsw i32 %twice, %low
  %k = add nsw i32 %j, 4
  %to = sext i32 %k to i64
  %b = getelementptr float, ptr %p, i64 %to
  %y = load float, ptr %b
  %from = sext i32 %j to i64
  %a = getelementptr float, ptr %p, i64 %from
  %x = load float, ptr %a
  %sum = fadd float %x, %y
  %at = getelementptr float, ptr %q, i64 %i
  store float %sum, ptr %at
  ret void
}

; Something may be written between the two: not a pair.
; CHECK-LABEL: define internal void @apart.NativeCPUKernel.v16(
; CHECK-NOT: is_pair
; CHECK: ret void
define spir_kernel void @apart(ptr byval(%apart.functor) align 8 %f) {
  %p.at = getelementptr %apart.functor, ptr %f, i32 0, i32 0
  %p = load ptr, ptr %p.at
  %q.at = getelementptr %apart.functor, ptr %f, i32 0, i32 1
  %q = load ptr, ptr %q.at
  %s.at = getelementptr %apart.functor, ptr %f, i32 0, i32 2
  %s = load i64, ptr %s.at
  %i = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %m = add i64 %s, -1
  %low = and i64 %i, %m
  %twice = shl i64 %i, 1
  %j = sub i64 %twice, %low
  %a = getelementptr i32, ptr %p, i64 %j
  %x = load i32, ptr %a
  %at = getelementptr i32, ptr %q, i64 %i
  store i32 %x, ptr %at
  %b = getelementptr i32, ptr %a, i64 %s
  %y = load i32, ptr %b
  store i32 %y, ptr %at
  ret void
}

; An id and its low 32 bits are two numbers, if it is not a local one.
; CHECK-LABEL: define internal void @widths.NativeCPUKernel.v16(
; CHECK: llvm.masked.gather
; CHECK: llvm.masked.gather
define spir_kernel void @widths(ptr byval(%constant.functor) align 8 %f) {
  %p.at = getelementptr %constant.functor, ptr %f, i32 0, i32 0
  %p = load ptr, ptr %p.at
  %q.at = getelementptr %constant.functor, ptr %f, i32 0, i32 1
  %q = load ptr, ptr %q.at
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %low = and i64 %i, 3
  %twice = shl i64 %i, 1
  %j = sub i64 %twice, %low
  %a = getelementptr float, ptr %p, i64 %j
  %x = load float, ptr %a
  %t = trunc i64 %i to i32
  %t.low = and i32 %t, 3
  %t.twice = shl nsw i32 %t, 1
  %t.j = sub nsw i32 %t.twice, %t.low
  %k = add nsw i32 %t.j, 4
  %to = sext i32 %k to i64
  %b = getelementptr float, ptr %p, i64 %to
  %y = load float, ptr %b
  %sum = fadd float %x, %y
  %c = getelementptr float, ptr %q, i64 %i
  store float %sum, ptr %c
  ret void
}

declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
