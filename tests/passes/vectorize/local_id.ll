; Local ids of dimension 0 are strided, group ids and sizes uniform.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[L:.*]] = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
; CHECK: %[[M:.*]] = mul i64
; CHECK: %[[P:.*]] = getelementptr i64, ptr %{{.*}}, i64 %[[L]]
; CHECK: insertelement <4 x i64> poison, i64 %[[M]], i64 0
; CHECK: store <4 x i64> %{{.*}}, ptr %[[P]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %g = call i64 @__falx_ncpu_group_id(ptr %state, i32 0)
  %s = call i64 @__falx_ncpu_local_size(ptr %state, i32 0)
  %m = mul i64 %g, %s
  %i = add i64 %m, %l
  %p = getelementptr i64, ptr %a, i64 %i
  store i64 %m, ptr %p
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare i64 @__falx_ncpu_group_id(ptr, i32)
declare i64 @__falx_ncpu_local_size(ptr, i32)
!0 = !{i32 0, i32 0}
