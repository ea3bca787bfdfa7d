; The subhandler loads scalars of every kind; a bool is a byte in memory.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK-LABEL: define hidden void @k(ptr %args, ptr %state)
; CHECK: %[[I:.*]] = load i32, ptr %{{.*}}, align 1
; CHECK: %[[F:.*]] = load double, ptr %{{.*}}, align 1
; CHECK: %[[BYTE:.*]] = load i8, ptr %{{.*}}, align 1
; CHECK: %[[B:.*]] = trunc i8 %[[BYTE]] to i1
; CHECK: %[[V:.*]] = load <4 x float>, ptr %{{.*}}, align 1
; CHECK: call void @k.NativeCPUKernel(i32 %[[I]], double %[[F]], i1 %[[B]], <4 x float> %[[V]], ptr %state)
define spir_kernel void @k(i32 %i, double %f, i1 %b, <4 x float> %v) {
  %p = alloca <4 x float>
  store i32 %i, ptr %p
  store double %f, ptr %p
  store i1 %b, ptr %p
  store <4 x float> %v, ptr %p
  ret void
}
