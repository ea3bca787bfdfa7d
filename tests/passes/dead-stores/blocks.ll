; Stores into a block of a work-group's memory go where the function reads it nowhere: not where something
; that reads does not say that it reads elsewhere, nor in a part of a work-group's code.
; RUN: falx-opt -S -O2 -passes=dead-stores %s | FileCheck-22 %s
; RUN: falx-opt -S -O1 -passes=dead-stores %s | FileCheck-22 --check-prefix=NONE %s

; NONE-LABEL: @written(
; NONE: store float %x, ptr %tile

; CHECK-LABEL: @written(
; CHECK: load float, ptr %in
; CHECK-NOT: store {{.*}}%tile
; CHECK-NOT: masked.store
; CHECK: store float %x, ptr %out
; CHECK-NEXT: ret void
define void @written(ptr %in, ptr %out, ptr %tile, <4 x float> %v, <4 x i1> %mask, ptr %state) {
  %offset = load i64, ptr %state
  %x = load float, ptr %in, !noalias !0
  store float %x, ptr %tile, !alias.scope !1, !noalias !2
  %next = getelementptr float, ptr %tile, i64 %offset
  store <4 x float> %v, ptr %next, !alias.scope !1, !noalias !2
  call void @llvm.masked.store.v4f32.p0(<4 x float> %v, ptr align 4 %tile, <4 x i1> %mask), !alias.scope !1, !noalias !2
  store float %x, ptr %out, !noalias !0
  ret void
}

; CHECK-LABEL: @read(
; CHECK: store float 1.000000e+00, ptr %tile
; CHECK: load float, ptr %tile
; CHECK-NOT: store float 2.000000e+00
; CHECK: ret void
define void @read(ptr %out, ptr %tile, ptr %other, ptr %state) {
  store float 1.0, ptr %tile, !alias.scope !1, !noalias !2
  %x = load float, ptr %tile, !alias.scope !1, !noalias !2
  store float 2.0, ptr %other, !alias.scope !2, !noalias !1
  store float %x, ptr %out, !noalias !0
  ret void
}

; The state's parameter may be gone.
; CHECK-LABEL: @last(
; CHECK: store float 1.000000e+00, ptr %tile
define float @last(ptr %tile) {
  store float 1.0, ptr %tile, !alias.scope !1, !noalias !2
  %x = load float, ptr %tile, !noalias !2
  ret float %x
}

; CHECK-LABEL: @unknown(
; CHECK: store float 1.000000e+00, ptr %tile
; CHECK-LABEL: @called(
; CHECK: store float 1.000000e+00, ptr %tile
; CHECK-LABEL: @volatile(
; CHECK: store volatile float 1.000000e+00, ptr %tile
; CHECK-LABEL: @part(
; CHECK: store float 1.000000e+00, ptr %tile
; CHECK-LABEL: @users(
; CHECK: store float 1.000000e+00, ptr %tile
define float @unknown(ptr %in, ptr %tile, ptr %state) {
  store float 1.0, ptr %tile, !alias.scope !1
  %x = load float, ptr %in
  ret float %x
}
define void @called(ptr %tile, ptr %state) {
  store float 1.0, ptr %tile, !alias.scope !1
  call void @reads()
  ret void
}
define void @volatile(ptr %tile, ptr %state) {
  store volatile float 1.0, ptr %tile, !alias.scope !1
  ret void
}
define void @part(ptr %tile, ptr %state) "falx-part" {
  store float 1.0, ptr %tile, !alias.scope !1
  ret void
}
define void @users(ptr %tile, ptr %state) {
  store float 1.0, ptr %tile, !alias.scope !6
  ret void
}
declare void @reads()

!0 = !{!3, !4}
!1 = !{!3}
!2 = !{!4}
!3 = !{!"falx.group_memory.0", !5}
!4 = !{!"falx.group_memory.1", !5}
!5 = !{!"k"}
!6 = !{!7}
!7 = !{!"another", !5}
