; A function that takes the state reads ids of one work-item.
; RUN: falx-opt -S -passes=vectorize --lanes=4 -Rpass-missed=falx-vectorize %s 2>&1 | FileCheck %s

; CHECK: remark: {{.*}}kernel not vectorized: it calls a function that reads work-item ids and is not inlined [-Rpass-missed=falx-vectorize]
; CHECK-NOT: NativeCPUKernel.v4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  call void @f(ptr %state)
  ret void
}
declare void @f(ptr)
!0 = !{i32 1, i32 1}
