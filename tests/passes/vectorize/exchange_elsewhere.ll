; An address that is computed in a block which control may skip, and used again behind it: what the
; exchange is made of is there, too. LLVM verifies the module behind each pass.
; RUN: falx-post-link --target=native_cpu --march=x86-64-v4 --emit=object -o %t.o %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%k.functor = type { ptr, ptr, i64, i64 }
define spir_kernel void @k(ptr byval(%k.functor) align 8 %f) {
  %p.at = getelementptr %k.functor, ptr %f, i32 0, i32 0
  %p = load ptr, ptr %p.at
  %q.at = getelementptr %k.functor, ptr %f, i32 0, i32 1
  %q = load ptr, ptr %q.at
  %n.at = getelementptr %k.functor, ptr %f, i32 0, i32 2
  %n = load i64, ptr %n.at
  %m.at = getelementptr %k.functor, ptr %f, i32 0, i32 3
  %m = load i64, ptr %m.at
  %i = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %qa = getelementptr i32, ptr %q, i64 %i
  %w = load i32, ptr %qa
  %c = icmp sgt i32 %w, 0
  br i1 %c, label %B1, label %X
B1:
  %i1 = add i64 %i, %m
  %nn = mul i64 %n, %m
  %j = xor i64 %nn, %i1
  %from = getelementptr i32, ptr %p, i64 %j
  %v = load volatile i32, ptr %from
  %c2 = icmp sgt i32 %v, 5
  br i1 %c2, label %B2, label %X
B2:
  %v2 = add i32 %v, %w
  store i32 %v2, ptr %from
  br label %B3
X:
  %qb = getelementptr i32, ptr %qa, i64 4000
  store i32 %w, ptr %qb
  br label %B3
B3:
  ret void
}
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
