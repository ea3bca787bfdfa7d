; tgamma of float is code without branches.
; RUN: falx-opt -S -passes=lower-math %s -o - | FileCheck %s

; CHECK-LABEL: define internal float @gamma(
; CHECK-NOT: @tgammaf
; CHECK-NOT: br
; CHECK: fdiv double
; CHECK-NOT: br
; CHECK: ret float
define internal float @gamma(float %x) {
  %r = call float @tgammaf(float %x)
  ret float %r
}
declare float @tgammaf(float)
