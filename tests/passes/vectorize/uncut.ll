; A local id that goes through 32 bits is itself, scaled or not.
; RUN: falx-opt -S -passes=vectorize --lanes=8 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v8(
; CHECK: [[L:%.*]] = call i64 @__falx_ncpu_local_id(
; CHECK: [[BYTES:%.*]] = shl i64 [[L]], 2
; CHECK: getelementptr i8, ptr %p, i64 [[BYTES]]
; CHECK: getelementptr i8, ptr %q, i64 [[BYTES]]
; CHECK: getelementptr i32, ptr %r, i64 [[L]]
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %p, ptr %q, ptr %r, ptr %state) !falx.dispatch !0 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %up = shl i64 %l, 32
  %i = ashr exact i64 %up, 32
  %from = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %from
  %j = ashr exact i64 %up, 30
  %to = getelementptr i8, ptr %q, i64 %j
  store i32 %v, ptr %to
  %m = and i64 %l, 4294967295
  %other = getelementptr i32, ptr %r, i64 %m
  store i32 %v, ptr %other
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 0, i32 0}
