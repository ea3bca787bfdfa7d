; A dividend that is known to be below 2^24 is divided in float, and numbers that are known to be positive are
; converted as signed ones; what all lanes divide by is converted once, and is not 0 where a lane is active.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[A:.*]] = uitofp nneg <4 x i32> %{{.*}} to <4 x float>
; CHECK: %[[N:.*]] = uitofp i32 %n to float
; CHECK: %[[ONE:.*]] = insertelement <4 x float> poison, float %[[N]]
; CHECK: %[[B:.*]] = shufflevector <4 x float> %[[ONE]]
; CHECK: %[[Q:.*]] = fdiv <4 x float> %[[A]], %[[B]]
; CHECK: fptosi <4 x float> %[[Q]] to <4 x i32>
; CHECK: %[[C:.*]] = uitofp nneg <4 x i32> %{{.*}} to <4 x double>
; CHECK: %[[D:.*]] = uitofp nneg <4 x i32> %{{.*}} to <4 x double>
; CHECK: %[[R:.*]] = fdiv <4 x double> %[[C]], %[[D]]
; CHECK: fptosi <4 x double> %[[R]] to <4 x i32>
; CHECK: %[[X:.*]] = uitofp <4 x i32> %{{.*}} to <4 x double>
; CHECK: fdiv <4 x double> %[[X]], %[[D]]
; CHECK: define internal void @k.NativeCPUKernel.v4.masked(
; CHECK: uitofp i32 %n to float

define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p
  %small = and i32 %x, 16777215
  %z = udiv i32 %small, %n
  store i32 %z, ptr %p
  %y = load i32, ptr %q
  %large = and i32 %x, 33554431
  %m = and i32 %y, 255
  %w = urem i32 %large, %m
  store i32 %w, ptr %q
  %u = udiv i32 %x, %m
  store i32 %u, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
