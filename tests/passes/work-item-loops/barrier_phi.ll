; A phi and what comes into it around a loop share a place in the frame: nothing is copied, and the
; part of the loop that only counts runs once for the group, not for each work-item (NC-8).
; RUN: falx-opt -S "-passes=work-item-loops,llvm<default<O1>>" %s -o - | FileCheck %s

; CHECK-LABEL: define internal {{.*}}void @k.NativeCPUKernel(
; CHECK: %kept.group{{.*}} = phi i64
; CHECK: %[[OLD:.*]] = load float, ptr %[[PLACE:.*]], align 4
; CHECK: %[[SUM:.*]] = fadd float %[[OLD]], %{{.*}}
; CHECK: store float %[[SUM]], ptr %[[PLACE]], align 4
; CHECK: ![[FRAME:[0-9]+]] = !{i32 1, i32 0, i32 0, i32 4}
define internal void @k.NativeCPUKernel(ptr %p, i64 %n, ptr %state) noinline !falx.dispatch !0 !falx.group !1 {
entry:
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %acc = phi float [ 0.0, %entry ], [ %sum, %body ]
  %c = icmp ult i64 %t, %n
  br i1 %c, label %body, label %exit
body:
  call void @__falx_ncpu_barrier(i32 1)
  %at = add i64 %t, %l
  %q = getelementptr float, ptr %p, i64 %at
  %v = load float, ptr %q
  %sum = fadd float %acc, %v
  call void @__falx_ncpu_barrier(i32 2)
  %t1 = add i64 %t, 1
  br label %head
exit:
  call void @__falx_ncpu_barrier(i32 3)
  %r = getelementptr float, ptr %p, i64 %l
  store float %acc, ptr %r
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  %n = load i64, ptr %args
  call void @k.NativeCPUKernel(ptr %args, i64 %n, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 3, i32 0, i32 0}
