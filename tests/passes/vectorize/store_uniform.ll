; A uniform value to a uniform address is stored once.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NEXT: entry:
; CHECK-NEXT: store i32 %n, ptr %a
; CHECK-NEXT: ret void
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  store i32 %n, ptr %a
  ret void
}
!0 = !{i32 1, i32 1}
