; A store to falling addresses turns the vector round.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[R:.*]] = shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: %[[P:.*]] = getelementptr i8, ptr %{{.*}}, i64 -12
; CHECK: store <4 x i32> %[[R]], ptr %[[P]], align 4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %m = sext i32 %n to i64
  %i = sub i64 %m, %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %q
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 %x, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
