; Vectors of 128 bits: no memory can be masked there, so the scalar form is for the rest of a row.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-NOT: @k.NativeCPUKernel.wide
; CHECK-LABEL: define internal void @k.NativeCPUKernel(ptr %out, ptr %state)
; CHECK: vectors_last
; CHECK: vector:
; CHECK: store i32 8, ptr %out
; CHECK: store i32 1, ptr %out
; CHECK-NOT: store i32 7
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 !falx.vector !1 {
  store i32 1, ptr %out
  ret void
}
define internal void @k.NativeCPUKernel.v8(ptr %out, ptr %state) {
  store i32 8, ptr %out
  ret void
}
define internal void @k.NativeCPUKernel.v8.masked(ptr %out, ptr %state, i32 %active) {
  store i32 7, ptr %out
  ret void
}
!0 = !{i32 1, i32 1}
!1 = !{i32 8, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v8, ptr @k.NativeCPUKernel.v8.masked}
