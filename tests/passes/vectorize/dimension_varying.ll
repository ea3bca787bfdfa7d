; Where lanes ask for ids of different dimensions, each asks for itself.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: lane:
; CHECK: %[[L:.*]] = phi i32 [ 0, %entry ]
; CHECK: %[[D:.*]] = load atomic i32
; CHECK: %[[ID:.*]] = call i64 @__falx_ncpu_global_id(ptr %state, i32 %[[D]])
; CHECK: insertelement <4 x i64> %{{.*}}, i64 %[[ID]], i32 %[[L]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %d = load i32, ptr %p
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 %d)
  %q = getelementptr i64, ptr %b, i64 %id
  store i64 %i, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
