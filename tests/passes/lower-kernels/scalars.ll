; Scalars become direct parameters in order of offset, bool as i8 (KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s

; CHECK: define spir_kernel void @K(i32 %_arg_0, i64 %_arg_1, float %_arg_2, double %_arg_3, half %_arg_4, i8 %_arg_5, i16 %_arg_6) !falx.functor ![[F:[0-9]+]] !falx.params ![[P:[0-9]+]]
; CHECK: %functor = alloca %functor, align 8
; CHECK: store i32 %_arg_0, ptr %functor, align 4
; CHECK: [[B:%.*]] = getelementptr inbounds i8, ptr %functor, i64 8
; CHECK: store i64 %_arg_1, ptr [[B]], align 8
; CHECK: getelementptr inbounds i8, ptr %functor, i64 34
; CHECK: store i8 %_arg_5
; CHECK: call void @body(ptr nonnull %functor)
; CHECK: ![[F]] = !{i32 40, i32 8}
; CHECK: ![[P]] = !{![[P0:[0-9]+]], ![[P1:[0-9]+]], ![[P2:[0-9]+]], ![[P3:[0-9]+]], ![[P4:[0-9]+]], ![[P5:[0-9]+]], ![[P6:[0-9]+]]}
; CHECK: ![[P0]] = !{i32 1, i32 0, i32 4, i32 0}
; CHECK: ![[P1]] = !{i32 1, i32 0, i32 8, i32 8}
; CHECK: ![[P2]] = !{i32 1, i32 0, i32 4, i32 16}
; CHECK: ![[P3]] = !{i32 1, i32 0, i32 8, i32 24}
; CHECK: ![[P4]] = !{i32 1, i32 0, i32 2, i32 32}
; CHECK: ![[P5]] = !{i32 1, i32 0, i32 1, i32 34}
; CHECK: ![[P6]] = !{i32 1, i32 0, i32 2, i32 36}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%functor = type { i32, i64, float, double, half, i8, i16 }

define spir_kernel void @K(ptr noundef byval(%functor) align 8 %k) {
  call void @body(ptr nonnull %k)
  ret void
}

define internal void @body(ptr %this) {
  ret void
}
