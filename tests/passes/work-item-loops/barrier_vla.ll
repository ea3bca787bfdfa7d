; The stack of a work-item ends with its part: what grows there cannot live on.
; RUN: not falx-opt -S -passes=work-item-loops %s -o - 2>&1 | FileCheck %s

; CHECK: error: {{.*}}an array of variable length cannot live across a barrier on native_cpu; give it a constant size
define internal void @k.NativeCPUKernel(ptr %p, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %x = alloca i32, i32 %n
  store i32 1, ptr %x
  call void @__falx_ncpu_barrier(i32 1)
  %y = load i32, ptr %x
  store i32 %y, ptr %p
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
