; A function without a vector form is called for one lane after the other, and its answers are put
; together.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: lane:
; CHECK-NEXT: %[[L:.*]] = phi i32 [ 0, %entry ]
; CHECK: %[[X:.*]] = load atomic i32, ptr %{{.*}} unordered
; CHECK-NEXT: %[[Y:.*]] = call i32 @f(i32 %[[X]], i32 %n)
; CHECK-NEXT: insertelement <4 x i32> %{{.*}}, i32 %[[Y]], i32 %[[L]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call i32 @f(i32 %x, i32 %n)
  store i32 %y, ptr %q
  ret void
}
declare i32 @f(i32, i32)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
