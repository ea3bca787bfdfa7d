; An id whose bits a number flips that is known at run time only: the number's high bits say where the
; vector is, its low bits which lane has which element.
; RUN: falx-post-link --target=native_cpu --march=x86-64-v4 --emit=object --save-temps=%t.CHECK -o %t.o %s
; RUN: cat %t.CHECK.*.vectorize.ll | FileCheck-22 --check-prefix=CHECK %s
; RUN: falx-post-link --target=native_cpu --march=x86-64 --emit=object --save-temps=%t.NONE -o %t.o %s
; RUN: cat %t.NONE.*.vectorize.ll | FileCheck-22 --check-prefix=NONE %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%bytes.functor = type { ptr, ptr, i64 }
%load.functor = type { ptr, ptr, i64 }
%store.functor = type { ptr, ptr, i32 }

; CHECK-LABEL: define internal void @load.NativeCPUKernel.v8(
; CHECK-NOT: gather
; CHECK: [[V:%.*]] = load <8 x i32>, ptr
; CHECK: call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> [[V]], <8 x i32>
; CHECK-LABEL: define internal void @load.NativeCPUKernel.v8.masked(
; CHECK: [[M:%.*]] = icmp slt <8 x i32>
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 {{.*}}, <8 x i1> [[M]], <8 x i32> poison)

; No instruction for it.
; NONE-NOT: permd
define spir_kernel void @load(ptr byval(%load.functor) align 8 %f) {
  %p.at = getelementptr %load.functor, ptr %f, i32 0, i32 0
  %p = load ptr, ptr %p.at
  %q.at = getelementptr %load.functor, ptr %f, i32 0, i32 1
  %q = load ptr, ptr %q.at
  %n.at = getelementptr %load.functor, ptr %f, i32 0, i32 2
  %n = load i64, ptr %n.at
  %i = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %j = xor i64 %n, %i
  %from = getelementptr i32, ptr %p, i64 %j
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %v, ptr %to
  ret void
}

; A store by a global id, which need not be whole vectors: a test.
; CHECK-LABEL: define internal void @store.NativeCPUKernel.v16(
; CHECK: br i1 %is_row
; CHECK: [[V:%.*]] = call <16 x float> @llvm.x86.avx512.permvar.sf.512(
; CHECK: store <16 x float> [[V]]
; CHECK: llvm.masked.scatter
define spir_kernel void @store(ptr byval(%store.functor) align 8 %f) {
  %p.at = getelementptr %store.functor, ptr %f, i32 0, i32 0
  %p = load ptr, ptr %p.at
  %q.at = getelementptr %store.functor, ptr %f, i32 0, i32 1
  %q = load ptr, ptr %q.at
  %n.at = getelementptr %store.functor, ptr %f, i32 0, i32 2
  %n = load i32, ptr %n.at
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %from = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %from
  %short = trunc i64 %i to i32
  %flipped = xor i32 %short, %n
  %j = zext i32 %flipped to i64
  %to = getelementptr float, ptr %q, i64 %j
  store float %v, ptr %to
  ret void
}

; Bytes have no permutation.
; CHECK-LABEL: define internal void @bytes.NativeCPUKernel.v8(
; CHECK-NOT: permd
; CHECK: ret void
define spir_kernel void @bytes(ptr byval(%bytes.functor) align 8 %f) {
  %p.at = getelementptr %bytes.functor, ptr %f, i32 0, i32 0
  %p = load ptr, ptr %p.at
  %q.at = getelementptr %bytes.functor, ptr %f, i32 0, i32 1
  %q = load ptr, ptr %q.at
  %n.at = getelementptr %bytes.functor, ptr %f, i32 0, i32 2
  %n = load i64, ptr %n.at
  %i = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %j = xor i64 %i, %n
  %from = getelementptr i8, ptr %p, i64 %j
  %v = load i8, ptr %from
  %to = getelementptr i8, ptr %q, i64 %i
  store i8 %v, ptr %to
  ret void
}

declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
