; Without a vectorized body a sub-group is one work-item.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK: %[[N1:.*]] = mul nuw nsw i64 %local_size{{.*}}, %local_size
; CHECK: %[[N:.*]] = mul nuw nsw i64 %local_size{{.*}}, %[[N1]]
; CHECK: %[[COUNT:.*]] = trunc i64 %[[N]] to i32
; CHECK: store i32 1, ptr %a
; CHECK: store i32 0, ptr %b
; CHECK: store i32 %[[COUNT]], ptr %c
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, ptr %c, ptr %state) !falx.dispatch !0 {
  %size = call i32 @__falx_ncpu_sub_group_size(ptr %state)
  %lane = call i32 @__falx_ncpu_sub_group_local_id(ptr %state)
  %count = call i32 @__falx_ncpu_sub_group_count(ptr %state)
  store i32 %size, ptr %a
  store i32 %lane, ptr %b
  store i32 %count, ptr %c
  ret void
}
declare i32 @__falx_ncpu_sub_group_size(ptr)
declare i32 @__falx_ncpu_sub_group_local_id(ptr)
declare i32 @__falx_ncpu_sub_group_count(ptr)
!0 = !{i32 0, i32 0}
