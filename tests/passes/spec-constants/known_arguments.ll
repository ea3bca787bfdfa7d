; What is the same in all launches of a kernel becomes constants: arguments by their bytes, the work-group's
; size. An image that is built with --embed-ir keeps its code without any specialization constant.
; RUN: falx-post-link --target=native_cpu -O2 --embed-ir %s -o %t.o
; RUN: falx-image %t.o | FileCheck-22 %s --check-prefix=IMAGE
; RUN: falx-post-link --target=native_cpu -O2 %s -o %t.none.o
; RUN: falx-image %t.none.o | FileCheck-22 %s --check-prefix=NONE
; RUN: falx-specialize --save-temps=%t --kernel=k --argument=1=05000000 --argument=2=0000c03f --argument=3=0700000002030400 --local-size=4,16 %s -o %t.so
; RUN: cat %t.*.spec-constants.ll | FileCheck-22 %s
; RUN: not falx-specialize --save-temps=%t.own --kernel=own --argument=0=00 --local-size=64 %s -o %t.so 2>&1 | FileCheck-22 %s --check-prefix=SIZE
; RUN: not falx-specialize --kernel=own --argument=7=00 %s -o %t.so 2>&1 | FileCheck-22 %s --check-prefix=COUNT
; RUN: not falx-specialize --kernel=own --argument=0 %s -o %t.so 2>&1 | FileCheck-22 %s --check-prefix=WORD
; RUN: not falx-specialize --kernel=own --local-size=4,0 %s -o %t.so 2>&1 | FileCheck-22 %s --check-prefix=WORD
; RUN: falx-specialize --save-temps=%t.own --kernel=own --local-size=64 %s -o %t.so
; RUN: cat %t.own.*.spec-constants.ll | FileCheck-22 %s --check-prefix=OWN

; IMAGE: [Falx/specialization]
; IMAGE: code:
; NONE: kernel k
; NONE-NOT: Falx/specialization
; SIZE: error: argument 0 of the kernel has 8 bytes, not 1
; COUNT: error: the kernel has no argument 7
; WORD: falx-specialize: error: cannot understand

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%pair = type { i32, [4 x i8] }

; The pointer stays an argument.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: !falx.reqd_work_group_size [[NODE:![0-9]+]]
; CHECK: %known_argument = alloca [8 x i8]
; CHECK: store i64 1129207031660551, ptr
; CHECK: mul i32 {{.*}}, 5
; CHECK: fmul float {{.*}}, 1.500000e+00
; CHECK: [[NODE]] = !{i32 4, i32 16, !""}
define spir_kernel void @k(ptr %p, i32 %n, float %f, ptr byval(%pair) align 4 %both) !falx.params !0 !falx.functor !1 {
  %i = load i32, ptr %p
  %scaled = mul i32 %i, %n
  %number = sitofp i32 %scaled to float
  %result = fmul float %number, %f
  %first = load i32, ptr %both
  %more = sitofp i32 %first to float
  %sum = fadd float %result, %more
  store float %sum, ptr %p
  ret void
}

; A size that the kernel itself says stays.
; OWN: @own({{.*}} !falx.reqd_work_group_size [[NODE:![0-9]+]]
; OWN: [[NODE]] = !{i32 8, !"app.cpp:1:1"}
define spir_kernel void @own(ptr %p) !falx.params !2 !falx.functor !3 !falx.reqd_work_group_size !4 {
  store i32 1, ptr %p
  ret void
}

!0 = !{!5, !6, !7, !8}
!1 = !{i32 24, i32 8}
!2 = !{!5}
!3 = !{i32 8, i32 8}
!4 = !{i32 8, !"app.cpp:1:1"}
!5 = !{i32 3, i32 0, i32 8, i32 0}
!6 = !{i32 1, i32 0, i32 4, i32 8}
!7 = !{i32 1, i32 0, i32 4, i32 12}
!8 = !{i32 1, i32 0, i32 8, i32 16}
