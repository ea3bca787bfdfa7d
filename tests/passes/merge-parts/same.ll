; Parts of kernels with the same code are one function, whatever their values and blocks are called and which
; scopes the kernels have. What could be told apart stays: flags, attributes, which accesses cannot alias.
; RUN: falx-opt -S -O2 -passes=merge-parts %s | FileCheck-22 %s
; RUN: falx-opt -S -O0 -passes=merge-parts %s | FileCheck-22 --check-prefix=NONE %s
; RUN: falx-opt -S -O2 -g -passes=merge-parts %s | FileCheck-22 --check-prefix=NONE %s

; NONE: call void @k.region2(
; NONE: define internal void @k.region2(

; CHECK-LABEL: define internal void @k(
; CHECK: call void @k.region1(ptr %a, ptr %b, i32 1)
; CHECK-NEXT: call void @k.region1(ptr %b, ptr %a, i32 2)
; CHECK-NEXT: call void @other.region1(
; CHECK-NEXT: call void @flags(
; CHECK-NEXT: call void @attribute(
; CHECK-NEXT: call void @aligned(
; CHECK-NEXT: call void @aliases(
; CHECK-NEXT: call void @scopes(
; CHECK-NEXT: call void @variable(
; CHECK-NEXT: call void @callers1(
; CHECK-NEXT: call void @callers1(
; CHECK-NEXT: call void @callers3(
; CHECK-NEXT: call void @twice1(
; CHECK-NEXT: call void @twice1(
; CHECK-NEXT: call void @function(
; CHECK-NEXT: call void @cold(
; CHECK-NEXT: ret void
define internal void @k(ptr %a, ptr %b) {
  call void @k.region1(ptr %a, ptr %b, i32 1)
  call void @k.region2(ptr %b, ptr %a, i32 2)
  call void @other.region1(ptr %a, ptr %b, i32 3)
  call void @flags(ptr %a, ptr %b, i32 1)
  call void @attribute(ptr %a, ptr %b, i32 1)
  call void @aligned(ptr %a, ptr %b, i32 1)
  call void @aliases(ptr %a, ptr %b, i32 1)
  call void @scopes(ptr %a, ptr %b, i32 1)
  call void @variable(ptr %a, ptr %b, i32 1)
  call void @callers1(ptr %a, ptr %b)
  call void @callers2(ptr %a, ptr %b)
  call void @callers3(ptr %a, ptr %b)
  call void @twice1(ptr %a, ptr %b)
  call void @twice2(ptr %a, ptr %b)
  call void @function(ptr %a, ptr %b, i32 1)
  call void @cold(ptr %a, ptr %b, i32 1)
  ret void
}

@one = internal global i32 0
@two = internal global i32 0

; CHECK-LABEL: define internal void @k.region1(
; CHECK: load i32, ptr %a, align 4, !alias.scope [[A:![0-9]+]], !noalias [[B:![0-9]+]]
; CHECK: store i32 %sum, ptr %b, align 4, !alias.scope [[B]], !noalias [[A]]
; CHECK: load i32, ptr @one, align 4{{$}}
define internal void @k.region1(ptr %a, ptr %b, i32 %n) "falx-part" {
entry:
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 4, !alias.scope !1, !noalias !2
  %sum = add nsw i32 %x, %n
  store i32 %sum, ptr %b, align 4, !alias.scope !2, !noalias !1
  %other = load i32, ptr @one, align 4
  br label %end

end:
  ret void
}

; CHECK-NOT: @k.region2
define internal void @k.region2(ptr %p, ptr %q, i32 %0) "falx-part" {
  %2 = icmp eq i32 %0, 0
  br i1 %2, label %6, label %3

3:
  %4 = load i32, ptr %p, align 4, !alias.scope !11, !noalias !12
  %5 = add nsw i32 %4, %0
  store i32 %5, ptr %q, align 4, !alias.scope !12, !noalias !13
  %other = load i32, ptr @one, align 4, !alias.scope !14
  br label %6

6:
  ret void
}

; CHECK-LABEL: define internal void @other.region1(
; CHECK: add nsw i32 %n, %x
define internal void @other.region1(ptr %a, ptr %b, i32 %n) "falx-part" {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 4, !alias.scope !1, !noalias !2
  %sum = add nsw i32 %n, %x
  store i32 %sum, ptr %b, align 4, !alias.scope !2, !noalias !1
  %other = load i32, ptr @one, align 4
  br label %end

end:
  ret void
}

define internal void @flags(ptr %a, ptr %b, i32 %n) "falx-part" {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 4, !alias.scope !1, !noalias !2
  %sum = add i32 %x, %n
  store i32 %sum, ptr %b, align 4, !alias.scope !2, !noalias !1
  %other = load i32, ptr @one, align 4
  br label %end

end:
  ret void
}

define internal void @attribute(ptr %a, ptr readonly %b, i32 %n) "falx-part" {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 4, !alias.scope !1, !noalias !2
  %sum = add nsw i32 %x, %n
  store i32 %sum, ptr %b, align 4, !alias.scope !2, !noalias !1
  %other = load i32, ptr @one, align 4
  br label %end

end:
  ret void
}

define internal void @aligned(ptr %a, ptr %b, i32 %n) "falx-part" {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 8, !alias.scope !1, !noalias !2
  %sum = add nsw i32 %x, %n
  store i32 %sum, ptr %b, align 4, !alias.scope !2, !noalias !1
  %other = load i32, ptr @one, align 4
  br label %end

end:
  ret void
}

; The two accesses may be to the same memory.
define internal void @aliases(ptr %a, ptr %b, i32 %n) "falx-part" {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 4, !alias.scope !1, !noalias !2
  %sum = add nsw i32 %x, %n
  store i32 %sum, ptr %b, align 4, !alias.scope !1, !noalias !2
  %other = load i32, ptr @one, align 4
  br label %end

end:
  ret void
}

; Lists of the same form, of other scopes.
; CHECK-LABEL: define internal void @scopes(
; CHECK: store i32 %sum, ptr %b, align 4, !noalias !
define internal void @scopes(ptr %a, ptr %b, i32 %n) "falx-part" {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 4, !alias.scope !1, !noalias !11
  %sum = add nsw i32 %x, %n
  store i32 %sum, ptr %b, align 4, !alias.scope !2, !noalias !1
  %other = load i32, ptr @one, align 4
  br label %end

end:
  ret void
}

define internal void @variable(ptr %a, ptr %b, i32 %n) "falx-part" {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 4, !alias.scope !1, !noalias !2
  %sum = add nsw i32 %x, %n
  store i32 %sum, ptr %b, align 4, !alias.scope !2, !noalias !1
  %other = load i32, ptr @two, align 4
  br label %end

end:
  ret void
}

; Parts that call parts.
define internal void @callers1(ptr %a, ptr %b) "falx-part" {
  call void @k.region1(ptr %a, ptr %b, i32 1)
  ret void
}
define internal void @callers2(ptr %a, ptr %b) "falx-part" {
  call void @k.region2(ptr %a, ptr %b, i32 1)
  ret void
}
define internal void @callers3(ptr %a, ptr %b) "falx-part" {
  call void @flags(ptr %a, ptr %b, i32 1)
  ret void
}

define internal void @twice1(ptr %a, ptr %b) "falx-part" {
  call void @k.region1(ptr %a, ptr %b, i32 1)
  call void @k.region1(ptr %a, ptr %b, i32 1)
  ret void
}
define internal void @twice2(ptr %a, ptr %b) "falx-part" {
  call void @k.region1(ptr %a, ptr %b, i32 1)
  call void @k.region2(ptr %a, ptr %b, i32 1)
  ret void
}

; Only parts.
; CHECK: define internal void @function(
define internal void @function(ptr %a, ptr %b, i32 %n) {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 4, !alias.scope !1, !noalias !2
  %sum = add nsw i32 %x, %n
  store i32 %sum, ptr %b, align 4, !alias.scope !2, !noalias !1
  %other = load i32, ptr @one, align 4
  br label %end

end:
  ret void
}

; Code that is made without optimization does not take the place of other code.
; CHECK: define internal void @cold(
define internal void @cold(ptr %a, ptr %b, i32 %n) noinline optnone "falx-part" !falx.cold !20 {
  %is_none = icmp eq i32 %n, 0
  br i1 %is_none, label %end, label %work

work:
  %x = load i32, ptr %a, align 4, !alias.scope !1, !noalias !2
  %sum = add nsw i32 %x, %n
  store i32 %sum, ptr %b, align 4, !alias.scope !2, !noalias !1
  %other = load i32, ptr @one, align 4
  br label %end

end:
  ret void
}

!1 = !{!3}
!2 = !{!4}
!3 = !{!"falx.group_memory.2", !5}
!4 = !{!"falx.group_memory.0", !5}
!5 = !{!"k"}
!11 = !{!15}
!12 = !{!16}
!13 = !{!15, !17}
!14 = !{!18}
!15 = !{!"falx.group_memory.0", !19}
!16 = !{!"falx.group_memory.1", !19}
!17 = distinct !{!17, !19, !"c"}
!18 = distinct !{!18, !19, !"d"}
!19 = !{!"other"}
!20 = !{}
