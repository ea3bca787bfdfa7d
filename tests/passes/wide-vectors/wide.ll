; Vectors of more than 128 bits cross images in memory: the registers are the processor's (DL-1, DL-16).
; RUN: falx-opt -S -passes=wide-vectors %s -o - | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare noundef <8 x float> @theirs.falx_import(i32, <8 x float>, ptr) "falx-import"="theirs"

; CHECK: define internal void @calls(
; CHECK: [[IN:%.*]] = alloca <8 x float>, align 16
; CHECK: [[OUT:%.*]] = alloca <8 x float>, align 16
; CHECK: store <8 x float> %v, ptr [[IN]], align 16
; CHECK: call void @theirs.falx_import(ptr sret(<8 x float>) align 16 [[OUT]], i32 1, ptr byval(<8 x float>) align 16 [[IN]], ptr %state)
; CHECK: load <8 x float>, ptr [[OUT]], align 16
define internal void @calls(ptr %p, ptr %state) {
  %v = load <8 x float>, ptr %p
  %r = call <8 x float> @theirs.falx_import(i32 1, <8 x float> %v, ptr %state)
  store <8 x float> %r, ptr %p
  store ptr @taken, ptr %p
  ret void
}

; CHECK: call void %f(ptr byval(<4 x double>) align 16 {{.*}}, ptr %state)
; CHECK: call <8 x float> @within(<8 x float>
; CHECK: call <4 x float> %f(<4 x float>
define internal void @other(ptr %f, <4 x double> %a, <8 x float> %b, <4 x float> %c, ptr %state) {
  call void %f(<4 x double> %a, ptr %state)
  call <8 x float> @within(<8 x float> %b, ptr %state)
  call <4 x float> %f(<4 x float> %c, ptr %state)
  ret void
}

; What stays within its image stays as it is.
; CHECK: define internal <8 x float> @within(<8 x float> %v, ptr %state)
define internal <8 x float> @within(<8 x float> %v, ptr %state) {
  ret <8 x float> %v
}

define hidden <8 x float> @ours.falx_export(<8 x float> %v, ptr %state) "falx-export"="ours" {
  ret <8 x float> %v
}

define internal void @taken(<4 x double> %v, ptr %state) {
  ret void
}

; CHECK: define internal <8 x float> [[BODY:@wide[.0-9]*]](<8 x float> %v, ptr %state)
; CHECK: declare void @theirs.falx_import(ptr sret(<8 x float>) align 16, i32, ptr byval(<8 x float>) align 16, ptr)
; CHECK: define hidden void @ours.falx_export(ptr sret(<8 x float>) align 16 %0, ptr byval(<8 x float>) align 16 %1, ptr %2) [[OURS:#[0-9]+]]
; CHECK: [[V:%.*]] = load <8 x float>, ptr %1, align 16
; CHECK: [[R:%.*]] = call <8 x float> [[BODY]](<8 x float> [[V]], ptr %2)
; CHECK: store <8 x float> [[R]], ptr %0, align 16
; CHECK: define internal void @taken(ptr byval(<4 x double>) align 16 %0, ptr %1)
; CHECK: attributes [[OURS]] = { "falx-export"="ours" }
