; The vector form is split at the same barriers. What it keeps are whole vectors: a place for each
; work-item, rows padded to whole vectors; a value of one lane for a vector takes its share of each
; work-item's place. The scalar form has places of its own (NC-6, NC-8).
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s
; RUN: falx-opt -S "-passes=work-item-loops,llvm<default<O2>>" %s -o /dev/null

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: %row_vectors = udiv i64 %{{.*}}, 4
; CHECK: %[[PITCH:.*]] = mul nuw nsw i64 %row_vectors, 4
; CHECK: %[[ITEMS:.*]] = mul nuw nsw i64 %{{.*}}, %[[PITCH]]
; CHECK: vector:
; CHECK: %[[ITEM:item.*]] = add nuw nsw i64
; CHECK: region{{[0-9]*}}:
; CHECK: %v4 = load <4 x float>
; CHECK-DAG: mul nuw nsw i64 %[[ITEM]], 4
; CHECK-DAG: store <4 x float> %{{.*}}, ptr %{{.*}}, align 16
; CHECK-DAG: store i64 %{{.*}}, ptr %{{.*}}, align 8
; CHECK-DAG: mul nuw nsw i64 %[[ITEM]], 2
; CHECK: %v1 = load float
; CHECK: store float %{{.*}}, ptr %{{.*}}, align 4
; CHECK: after{{[0-9]*}}:
; CHECK: load <4 x float>, ptr %{{.*}}, align 16
; CHECK: ![[FRAME:[0-9]+]] = !{i32 4, i32 0, i32 0, i32 22}
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 !falx.vector !2 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr float, ptr %p, i64 %l
  %v1 = load float, ptr %q
  %n = load i64, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %f = sitofp i64 %n to float
  %s = fadd float %v1, %f
  store float %s, ptr %q
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr float, ptr %p, i64 %l
  %v4 = load <4 x float>, ptr %q, align 4
  %n = load i64, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %f = sitofp i64 %n to float
  %one = insertelement <4 x float> poison, float %f, i64 0
  %all = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
  %s = fadd <4 x float> %v4, %all
  store <4 x float> %s, ptr %q, align 4
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
!2 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4}
