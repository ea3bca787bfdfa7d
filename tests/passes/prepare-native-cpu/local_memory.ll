; A local accessor's pointer is an argument like any other: the address of its block.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK-LABEL: define hidden void @k(ptr %args, ptr %state)
; CHECK: %[[LOCAL:.*]] = load ptr, ptr %{{.*}}, align 1
; CHECK: %[[GLOBAL:.*]] = load ptr, ptr %{{.*}}, align 1
; CHECK: call void @k.NativeCPUKernel(ptr %[[LOCAL]], ptr %[[GLOBAL]], ptr %state)
define spir_kernel void @k(ptr %local, ptr %global) !falx.functor !4 !falx.params !0 !falx.omit !3 {
  store i32 0, ptr %local
  store i32 0, ptr %global
  ret void
}

!0 = !{!1, !2}
!1 = !{i32 7, i32 1, i32 16, i32 0}
!2 = !{i32 3, i32 0, i32 8, i32 16}
!3 = !{i1 false, i1 true, i1 false}
!4 = !{i32 24, i32 8}
