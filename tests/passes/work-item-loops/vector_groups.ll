; By work-groups: whole vectors of each row of local ids, then the rest of the row. Several returns
; and private memory of the vector form are treated like the scalar form's.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s
; RUN: falx-opt -S "-passes=work-item-loops,llvm<default<O2>>" %s -o /dev/null

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: entry:
; CHECK: %private = alloca <4 x float>
; CHECK: %[[L0:local_size.*]] = load i64
; CHECK: and i64 %{{.*}}, -4
; CHECK: vector:
; CHECK-NEXT: %[[X:.*]] = phi i64 [ 0, %vectors ],
; CHECK-NEXT: %[[BASE:.*]] = mul nuw nsw i64 %{{.*}}, %[[L0]]
; CHECK-NEXT: %[[SUM:.*]] = add nuw nsw i64 %[[BASE]], %[[X]]
; CHECK-NEXT: %[[ID:.*]] = add nuw nsw i64 %[[SUM]], %global_offset
; CHECK: br i1 %early,
; CHECK: a{{[0-9]*}}:
; CHECK-NEXT: br label %[[DONE:done.*]]
; CHECK: b{{[0-9]*}}:
; CHECK: br label %[[DONE]]
; CHECK: add nuw nsw i64 %[[X]], 4
; CHECK: vector.end:
define internal void @k.NativeCPUKernel(ptr %out, i1 %early, ptr %state) !falx.dispatch !0 !falx.vector !1 {
  br i1 %early, label %a, label %b
a:
  ret void
b:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %group = call i64 @__falx_ncpu_group_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %out, i64 %id
  %f = uitofp i64 %group to float
  store float %f, ptr %p
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %out, i1 %early, ptr %state) {
  %private = alloca <4 x float>
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  br i1 %early, label %a, label %b
a:
  ret void
b:
  %group = call i64 @__falx_ncpu_group_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %out, i64 %id
  %f = uitofp i64 %group to float
  %one = insertelement <4 x float> poison, float %f, i64 0
  %all = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
  store <4 x float> %all, ptr %private
  %loaded = load <4 x float>, ptr %private
  store <4 x float> %loaded, ptr %p, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare i64 @__falx_ncpu_group_id(ptr, i32)
!0 = !{i32 0, i32 0}
!1 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4}
