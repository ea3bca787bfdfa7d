; A barrier first, last, and two in one block; uniform is what a load from shared memory gives where
; all come by, not what is behind a branch that work-items take differently.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-DAG: %kept.group{{[0-9]*}} = alloca i64
; CHECK-DAG: %slot{{[0-9]*}} = getelementptr
; CHECK-NOT: %kept.group{{[0-9]*}} = alloca float
; CHECK: after{{[0-9]*}}:
; CHECK: load i64, ptr %p
; CHECK: after{{[0-9]*}}:
; CHECK: store i64 %{{.*}}, ptr %q
; CHECK: after{{[0-9]*}}:
; CHECK: store float
; CHECK-NOT: after{{[0-9]*}}:
; CHECK: end{{[0-9]*}}:
define internal void @k.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 !falx.group !1 {
entry:
  call void @__falx_ncpu_barrier(i32 1)
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %n = load i64, ptr %p
  %odd = icmp eq i64 %l, 3
  br i1 %odd, label %a, label %b
a:
  br label %b
b:
  %v = phi float [ 0.0, %entry ], [ 1.0, %a ]
  call void @__falx_ncpu_barrier(i32 2)
  store i64 %n, ptr %q
  call void @__falx_ncpu_barrier(i32 3)
  store float %v, ptr %q
  call void @__falx_ncpu_barrier(i32 4)
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 4, i32 0, i32 0}
