; What is known about one lane's value is not said of a vector; what is known of aliasing is.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: load <4 x i32>
; CHECK-NOT: !range
; CHECK-SAME: !noalias
; CHECK: store <4 x i32> {{.*}}!alias.scope
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p, !range !1, !noalias !2

  store i32 %x, ptr %q, !alias.scope !2
  ret void
}
!0 = !{i32 1, i32 1}
!1 = !{i32 0, i32 7}
!2 = !{!3}
!3 = distinct !{!3, !4}
!4 = distinct !{!4}
declare i64 @__falx_ncpu_global_id(ptr, i32)
