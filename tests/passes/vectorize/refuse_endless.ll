; A loop that nothing ends has no place where lanes meet again.
; RUN: falx-opt -S -passes=vectorize --lanes=4 -Rpass-missed=falx-vectorize %s 2>&1 | FileCheck %s

; CHECK: remark: {{.*}}kernel not vectorized: it has a loop without an end [-Rpass-missed=falx-vectorize]
; CHECK-NOT: NativeCPUKernel.v4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  br label %loop
loop:
  store volatile i32 %n, ptr %a
  br label %loop
}
!0 = !{i32 1, i32 1}
