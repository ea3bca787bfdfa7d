; A loop with barriers whose counter is the same for all work-items becomes a loop around the loops
; over work-items: the counter is kept once, in no frame, and what only it does is done once (NC-8).
; RUN: falx-opt -S "-passes=work-item-loops,llvm<function(sroa,early-cse,instcombine,simplifycfg,loop-mssa(licm),loop(loop-deletion),simplifycfg)>" %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-NOT: alloca
; CHECK: after{{.*}}:
; CHECK: %[[T:kept.group.*]] = phi i64
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: %[[NEXT:.*]] = add i64 %[[T]], 1
; CHECK-NEXT: icmp ult i64 %[[NEXT]], %n
; CHECK: load i32
; CHECK: br i1 %{{.*}}, label %{{end.*}}, label %{{after.*}}
; CHECK: ![[FRAME:[0-9]+]] = !{i32 1, i32 0, i32 0, i32 0}
define internal void @k.NativeCPUKernel(ptr %p, i64 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
entry:
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t1, %loop ]
  %at = add i64 %t, %l
  %q = getelementptr i32, ptr %p, i64 %at
  %v = load i32, ptr %q
  %w = add i32 %v, 1
  %r = getelementptr i32, ptr %p, i64 %l
  store i32 %w, ptr %r
  call void @__falx_ncpu_barrier(i32 1), !falx.fence !2
  %t1 = add i64 %t, 1
  %c = icmp ult i64 %t1, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, i64 1, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
!2 = !{i32 7}
