; Additions whose results nobody uses are marked if nothing that a work-item does behind them can tell when
; they are done: all of a kernel, or none.
; RUN: falx-opt -S -O2 -passes=deferrable-atomics %s | FileCheck-22 %s
; RUN: falx-opt -S -O1 -passes=deferrable-atomics %s | FileCheck-22 --check-prefix=NONE %s

; NONE-NOT: falx-deferred

; CHECK-LABEL: @last.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 1 syncscope("falx-deferred") monotonic
; CHECK: atomicrmw fsub ptr %q, double 1.000000e+00 syncscope("falx-deferred") monotonic
define internal void @last.NativeCPUKernel(ptr noalias readonly %f, ptr %in, ptr %state) !falx.dispatch !0 {
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %at = getelementptr i64, ptr %in, i64 %i
  %bin = load i64, ptr %at
  %p = getelementptr i32, ptr %in, i64 %bin
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  %again = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %q = load ptr, ptr %f
  %2 = atomicrmw fsub ptr %q, double 1.0 monotonic
  ret void
}

; What is loaded may be what was added to.
; CHECK-LABEL: @reads.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
define internal void @reads.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 {
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  %x = load i32, ptr %q
  store i32 %x, ptr %q
  ret void
}

; Even where an argument is the only way to its memory (kernel_args_restrict).
; CHECK-LABEL: @restrict.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
define internal void @restrict.NativeCPUKernel(ptr noalias %p, ptr noalias %q, ptr %state) !falx.dispatch !0 {
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  %x = load i32, ptr %p
  call void @llvm.assume(i1 true)
  ret void
}

; So may what the next iteration loads.
; CHECK-LABEL: @loop.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 %x monotonic
define internal void @loop.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 {
entry:
  br label %next
next:
  %i = phi i32 [ 0, %entry ], [ %after, %next ]
  %x = load i32, ptr %q
  %1 = atomicrmw add ptr %p, i32 %x monotonic
  %after = add i32 %i, 1
  %goes_on = icmp ult i32 %after, 8
  br i1 %goes_on, label %next, label %done
done:
  ret void
}

; A work-group's own memory is none of that, and a barrier within it orders nothing beyond it.
; CHECK-LABEL: @local.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 %x syncscope("falx-deferred") monotonic
define internal void @local.NativeCPUKernel(ptr %p, ptr %tile, ptr %state) !falx.dispatch !6 !falx.group !5 {
entry:
  br label %next
next:
  %i = phi i32 [ 0, %entry ], [ %after, %next ]
  %x = load i32, ptr %tile, !alias.scope !3
  %1 = atomicrmw add ptr %p, i32 %x monotonic
  call void @__falx_ncpu_barrier(i32 1)
  store i32 0, ptr %tile, !alias.scope !3
  %2 = atomicrmw add ptr %tile, i32 1 syncscope("singlethread") monotonic, !alias.scope !3
  %after = add i32 %i, 1
  %goes_on = icmp ult i32 %after, 8
  br i1 %goes_on, label %next, label %done
done:
  ret void
}

; A fence, its own or a barrier's, lets others see what was added.
; CHECK-LABEL: @fences.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
define internal void @fences.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 {
  fence release
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}

; CHECK-LABEL: @barrier.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
define internal void @barrier.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !6 !falx.group !5 {
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  call void @__falx_ncpu_barrier(i32 1), !falx.fence !4
  ret void
}

; CHECK-LABEL: @root.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
define internal void @root.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !7 !falx.group !5 {
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  call void @__falx_ncpu_barrier(i32 1), !falx.root !8
  ret void
}

; So do other atomics: a flag, or a ticket.
; CHECK-LABEL: @flag.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
define internal void @flag.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 {
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  store atomic i32 1, ptr %q monotonic, align 4
  ret void
}

; CHECK-LABEL: @ticket.NativeCPUKernel(
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
; CHECK: atomicrmw add ptr %q, i32 1 monotonic
define internal void @ticket.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 {
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  %mine = atomicrmw add ptr %q, i32 1 monotonic
  %is = icmp eq i32 %mine, 0
  br i1 %is, label %a, label %a
a:
  ret void
}

; Orders, sizes, operations and volatile ones that are not done later.
; CHECK-LABEL: @others.NativeCPUKernel(
; CHECK-NOT: falx-deferred
define internal void @others.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 {
  %1 = atomicrmw add ptr %p, i32 1 release
  ret void
}
define internal void @short.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 {
  %1 = atomicrmw add ptr %p, i16 1 monotonic
  ret void
}
define internal void @most.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 {
  %1 = atomicrmw max ptr %p, i32 1 monotonic
  ret void
}
define internal void @own.NativeCPUKernel(ptr %p, i1 %c, ptr %state) !falx.dispatch !0 {
  %own = alloca i32
  %either = select i1 %c, ptr %p, ptr %own
  %1 = atomicrmw add ptr %either, i32 1 monotonic
  ret void
}
define internal void @volatile.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 {
  %1 = atomicrmw volatile add ptr %p, i32 1 monotonic
  ret void
}

define internal void @waits.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 {
entry:
  br label %wait
wait:
  %x = load volatile i32, ptr %q
  %is = icmp eq i32 %x, 0
  br i1 %is, label %wait, label %done
done:
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}

; Who calls a function may read what it has added to.
define internal void @called.NativeCPU(ptr %p) {
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  ret void
}
define internal void @calls.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 {
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  call void @called.NativeCPU(ptr %p)
  ret void
}

declare i64 @__falx_ncpu_global_id(ptr, i32) memory(none)
declare void @__falx_ncpu_barrier(i32) convergent
declare void @llvm.assume(i1)

!0 = !{i32 0, i32 0}
!1 = !{!"K"}
!2 = !{!"falx.group_memory.0", !1}
!3 = !{!2}
!4 = !{i32 6}
!5 = !{i32 1, i32 0, i32 0}
!6 = !{i32 4, i32 0}
!7 = !{i32 68, i32 0}
!8 = !{}
