; Addresses that fall by the element size are one vector, read from the last lane's address and
; turned round.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[P:.*]] = getelementptr i8, ptr %{{.*}}, i64 -12
; CHECK: %[[X:.*]] = load <4 x i32>, ptr %[[P]], align 4
; CHECK: shufflevector <4 x i32> %[[X]], <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %m = sext i32 %n to i64
  %i = sub i64 %m, %id
  %p = getelementptr i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
