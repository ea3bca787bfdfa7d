; An export's rows go to the forms that vectorize made of them.
; RUN: falx-opt -S -passes=export-rows,vectorize,row-entries --lanes=8 %s -o - | FileCheck %s

; CHECK: define internal void @f.falx_rows.all(
; CHECK: call void @f.falx_rows.all.NativeCPUKernel.v8(
; CHECK: call void @f.falx_rows.all.NativeCPUKernel.v8.masked(
; CHECK: define internal void @f.falx_rows.some(
; CHECK: call void @f.falx_rows.some.NativeCPUKernel.v8(
define hidden float @f.falx_export(float %x, ptr %state) "falx-export"="f" {
  %y = fmul float %x, %x
  ret float %y
}
