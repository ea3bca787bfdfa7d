; An id whose low bits a constant flips: neighbours are exchanged, so its addresses are in no row and
; nothing asks for one. A constant that flips higher bits leaves rows.
; RUN: falx-opt -S -passes=vectorize --lanes=8 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @low.NativeCPUKernel.v8(
; CHECK-NOT: br i1
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK-NOT: br i1
; CHECK: ret void
; CHECK-LABEL: define internal void @high.NativeCPUKernel.v8(
; CHECK: br i1
; CHECK: load <8 x i32>
; CHECK: ret void
define internal void @low.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 {
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %j = xor i64 %i, 12
  %from = getelementptr i32, ptr %p, i64 %j
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %v, ptr %to
  ret void
}
define internal void @high.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 {
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %j = xor i64 %i, 24
  %from = getelementptr i32, ptr %p, i64 %j
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %v, ptr %to
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1}
