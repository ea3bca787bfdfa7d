; An array whose length is known when the kernel runs only.
; RUN: falx-opt -S -passes=vectorize --lanes=4 -Rpass-missed=falx-vectorize %s 2>&1 | FileCheck %s

; CHECK: remark: {{.*}}kernel not vectorized: it has an array of variable length [-Rpass-missed=falx-vectorize]
; CHECK-NOT: NativeCPUKernel.v4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %m = alloca i32, i32 %n
  call void @f(ptr %m)
  ret void
}
declare void @f(ptr)
!0 = !{i32 1, i32 1}
