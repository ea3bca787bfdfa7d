; A function that is given the address of a work-item's variable is inlined even if LLVM finds it too
; long, and the variable becomes a value; unless it is noinline, or no such address is passed.
; RUN: awk '/^  ; more/{for(i=0;i<100;i++) print "  store volatile i32 " i ", ptr %q"} {print}' %s | falx-post-link --target=native_cpu -O2 --save-temps=%t -o %t.o - && cat %t.*.optimize-early.ll | FileCheck %s

; CHECK-DAG: call {{.*}}void @apart(ptr nonnull %private, ptr %p)
; CHECK-DAG: call {{.*}}void @fill(ptr %p, ptr %p)
; CHECK-LABEL: define {{.*}} @_ZTS1K
; CHECK-NOT: @fill(
; CHECK: store volatile i32 99, ptr %_arg_0
; CHECK-NOT: @fill(
; CHECK: ret void
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) {
  %p = load ptr, ptr %f
  %x = alloca i32
  call void @fill(ptr %x, ptr %p)
  %v = load i32, ptr %x
  store i32 %v, ptr %p
  call void @other(ptr %p)
  ret void
}
define internal void @other(ptr %p) noinline {
  %private = alloca i32
  call void @apart(ptr %private, ptr %p)
  call void @fill(ptr %p, ptr %p)
  call void @fill(ptr %p, ptr %p)
  ret void
}
define internal void @fill(ptr %to, ptr %q) {
  ; more
  store i32 7, ptr %to
  ret void
}
define internal void @apart(ptr %to, ptr %q) noinline {
  ; more
  store i32 7, ptr %to
  ret void
}
