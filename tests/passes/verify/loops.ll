; Kernels that run their share, after work-item-loops.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=plain-atomics %t/accepted.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=work-item-loops %t/no_frame.ll -o %t.out 2>&1 | FileCheck %t/no_frame.ll
; RUN: not falx-opt --verify-each --from=work-item-loops %t/frame.ll -o %t.out 2>&1 | FileCheck %t/frame.ll
; RUN: not falx-opt --verify-each --from=work-item-loops %t/frame_elsewhere.ll -o %t.out 2>&1 | FileCheck %t/frame_elsewhere.ll
; RUN: not falx-opt --verify-each --from=work-item-loops %t/dispatch.ll -o %t.out 2>&1 | FileCheck %t/dispatch.ll
; RUN: not falx-opt --verify-each --from=work-item-loops %t/cold.ll -o %t.out 2>&1 | FileCheck %t/cold.ll
; RUN: not falx-opt --verify-each --from=plain-atomics %t/atomic.ll -o %t.out 2>&1 | FileCheck %t/atomic.ll
; RUN: not falx-opt --verify-each --from=plain-atomics %t/atomic_update.ll -o %t.out 2>&1 | FileCheck %t/atomic_update.ll
; RUN: not falx-opt --verify-each --from=aggregate-atomics %t/deferred.ll -o %t.out 2>&1 | FileCheck %t/deferred.ll

//--- accepted.ll
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  %v = load atomic volatile i32, ptr %p syncscope("singlethread") monotonic, align 4
  %x = atomicrmw uinc_wrap ptr %p, i32 1 syncscope("singlethread") monotonic
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- no_frame.ll
; CHECK: after work-item-loops a subhandler has !falx.frame: 'k' has not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- frame.ll
; CHECK: !falx.frame is {i32 sub-group size, i32 bytes, a multiple of 128, i32 for each sub-group, i32 for each work-item}: that of 'k' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 0, i32 0, i32 0, i32 0}

//--- frame_elsewhere.ll
; CHECK: !falx.frame is on subhandlers: 'f' is none
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @f() !falx.frame !4 {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- dispatch.ll
; CHECK: after work-item-loops !falx.dispatch is on subhandlers alone: 'k.NativeCPUKernel' has one
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- cold.ll
; CHECK: functions that are !falx.cold are optnone: 'f' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @f() !falx.cold !5 {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}
!5 = !{}

//--- atomic.ll
; CHECK: in function 'k.NativeCPUKernel': the module is not as docs/ir.md says after plain-atomics: after plain-atomics no atomic is of one thread: this one is
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  %v = load atomic i32, ptr %p syncscope("singlethread") monotonic, align 4
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- atomic_update.ll
; CHECK: after plain-atomics no atomic is of one thread: this one is
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  %v = atomicrmw add ptr %p, i32 1 syncscope("singlethread") monotonic
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- deferred.ll
; CHECK: after aggregate-atomics no atomic is deferred: this one is
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  %v = atomicrmw add ptr %p, i32 1 syncscope("falx-deferred") monotonic
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}
