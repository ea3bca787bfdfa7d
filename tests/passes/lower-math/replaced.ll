; Intrinsics and functions of the C library are replaced by their code; nothing of the library stays.
; RUN: falx-opt -S -passes=lower-math %s -o - | FileCheck-22 %s
; RUN: falx-opt -S -O1 -passes=lower-math %s -o - | FileCheck-22 --check-prefix=O1 %s

; CHECK-NOT: @__falx_
; CHECK-LABEL: define internal float @intrinsic(
; CHECK-NOT: call float @llvm.exp
; CHECK: call float @llvm.fmuladd.f32
; CHECK: ret float
; O1: call float @llvm.exp.f32
define internal float @intrinsic(float %x) {
  %r = call float @llvm.exp.f32(float %x)
  ret float %r
}

; CHECK-LABEL: define internal float @library(
; CHECK-NOT: @cbrtf
; CHECK: ret float
; O1: call float @cbrtf
define internal float @library(float %x) {
  %r = call float @cbrtf(float %x)
  ret float %r
}

; Large angles are left to the C library, behind a branch that is not likely.
; CHECK-LABEL: define internal float @sine(
; CHECK: br i1 {{.*}}, !prof
; CHECK: call {{.*}}float @llvm.sin.f32
define internal float @sine(float %x) {
  %r = call float @llvm.sin.f32(float %x)
  ret float %r
}

; CHECK-NOT: @__falx_
declare float @llvm.exp.f32(float)
declare float @llvm.sin.f32(float)
declare float @cbrtf(float)
