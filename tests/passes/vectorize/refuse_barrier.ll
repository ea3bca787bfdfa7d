; Lanes that may reach a barrier on different paths.
; RUN: falx-opt -S -passes=vectorize --lanes=4 -Rpass-missed=falx-vectorize %s 2>&1 | FileCheck %s

; CHECK: remark: {{.*}}kernel not vectorized: its work-items may reach a barrier on different paths [-Rpass-missed=falx-vectorize]
; CHECK-NOT: NativeCPUKernel.v4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  call void @__falx_ncpu_barrier(i32 1)
  br label %e
e:
  ret void
}
declare void @__falx_ncpu_barrier(i32) convergent noduplicate
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
declare i64 @__falx_ncpu_global_id(ptr, i32)
