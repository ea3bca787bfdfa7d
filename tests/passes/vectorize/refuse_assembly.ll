; Inline assembly has no vector form.
; RUN: falx-opt -S -passes=vectorize --lanes=4 -Rpass-missed=falx-vectorize %s 2>&1 | FileCheck %s

; CHECK: remark: {{.*}}kernel not vectorized: it contains inline assembly [-Rpass-missed=falx-vectorize]
; CHECK-NOT: NativeCPUKernel.v4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  call void asm sideeffect "nop", ""()
  ret void
}
!0 = !{i32 1, i32 1}
