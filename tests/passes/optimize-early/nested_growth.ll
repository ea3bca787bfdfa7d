; What a function gains by inlining counts where it is inlined itself: six calls on each of four levels are not
; 1,296 copies. level2 has 36 of its own, and stays a function.
; RUN: awk '/^  ; more/{for(i=0;i<100;i++) print "  store volatile i32 " i ", ptr %q"} /^  ; six/{for(i=0;i<6;i++) print "  call void @" $3 "(ptr %x, ptr %q)"} {print}' %s | falx-post-link --target=native_cpu -O2 --save-temps=%t -o %t.o - && cat %t.*.optimize-early.ll | FileCheck %s
; RUN: grep -c 'store volatile i32 99' %t.*.optimize-early.ll | FileCheck %s --check-prefix=COPIES

; CHECK-LABEL: define {{.*}} @_ZTS1K
; CHECK: call {{.*}}@level2(
; CHECK-NOT: call {{.*}}@level4(
; COPIES: 36
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) {
  %q = load ptr, ptr %f
  %x = alloca i32
  ; six level1
  %v = load i32, ptr %x
  store i32 %v, ptr %q
  ret void
}
define internal void @level1(ptr %to, ptr %q) {
  %x = alloca i32
  ; six level2
  %v = load i32, ptr %x
  store i32 %v, ptr %to
  ret void
}
define internal void @level2(ptr %to, ptr %q) {
  %x = alloca i32
  ; six level3
  %v = load i32, ptr %x
  store i32 %v, ptr %to
  ret void
}
define internal void @level3(ptr %to, ptr %q) {
  %x = alloca i32
  ; six level4
  %v = load i32, ptr %x
  store i32 %v, ptr %to
  ret void
}
define internal void @level4(ptr %to, ptr %q) {
  ; more
  store i32 7, ptr %to
  ret void
}
