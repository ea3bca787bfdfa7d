; An array as a value, different in each lane.
; RUN: falx-opt -S -passes=vectorize --lanes=4 -Rpass-missed=falx-vectorize %s 2>&1 | FileCheck %s

; CHECK: remark: {{.*}}kernel not vectorized: it works on arrays or other types as values that vectors cannot hold [-Rpass-missed=falx-vectorize]
; CHECK-NOT: NativeCPUKernel.v4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr [2 x i32], ptr %a, i64 %id
  %q = getelementptr [2 x i32], ptr %b, i64 %id
  %x = load volatile [2 x i32], ptr %p
  store volatile [2 x i32] %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
