; What the loops are for: LLVM's vectorizer takes the sample without a check for aliases, with ids cut
; to int as well.
; RUN: falx-opt -S -O2 -passes=prepare-native-cpu,work-item-loops %s -o - | opt -S -O2 | FileCheck %s

; CHECK-LABEL: define internal fastcc void @sample.NativeCPUKernel(
; CHECK-NOT: memcheck
; CHECK: load <{{[0-9]+}} x i32>
; CHECK: store <{{[0-9]+}} x i32>
; CHECK-LABEL: define internal fastcc void @int_id.NativeCPUKernel(
; CHECK-NOT: memcheck
; CHECK: load <{{[0-9]+}} x i32>
; CHECK: store <{{[0-9]+}} x i32>
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define spir_kernel void @sample(ptr %a, ptr %b, ptr %c) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr inbounds i32, ptr %a, i64 %id
  %va = load i32, ptr %pa, align 4
  %pb = getelementptr inbounds i32, ptr %b, i64 %id
  %vb = load i32, ptr %pb, align 4
  %small = icmp ult i64 %id, 2147483648
  call void @llvm.assume(i1 %small)
  %sum = add nsw i32 %va, %vb
  %pc = getelementptr inbounds i32, ptr %c, i64 %id
  store i32 %sum, ptr %pc, align 4
  ret void
}
define spir_kernel void @int_id(ptr %a, ptr %b) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %cut = trunc i64 %id to i32
  %i = sext i32 %cut to i64
  %pa = getelementptr inbounds i32, ptr %a, i64 %i
  %va = load i32, ptr %pa, align 4
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 %va, ptr %pb, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @llvm.assume(i1)
