; Kernels and subhandlers of native_cpu after prepare-native-cpu.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=prepare-native-cpu %t/accepted.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/convention.ll -o %t.out 2>&1 | FileCheck %t/convention.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/call_convention.ll -o %t.out 2>&1 | FileCheck %t/call_convention.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/no_state.ll -o %t.out 2>&1 | FileCheck %t/no_state.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/by_value.ll -o %t.out 2>&1 | FileCheck %t/by_value.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/linkage.ll -o %t.out 2>&1 | FileCheck %t/linkage.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/inlined.ll -o %t.out 2>&1 | FileCheck %t/inlined.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/no_dispatch.ll -o %t.out 2>&1 | FileCheck %t/no_dispatch.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/dispatch.ll -o %t.out 2>&1 | FileCheck %t/dispatch.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/by_items.ll -o %t.out 2>&1 | FileCheck %t/by_items.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/columns.ll -o %t.out 2>&1 | FileCheck %t/columns.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/group.ll -o %t.out 2>&1 | FileCheck %t/group.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/flags.ll -o %t.out 2>&1 | FileCheck %t/flags.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/number.ll -o %t.out 2>&1 | FileCheck %t/number.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/twice.ll -o %t.out 2>&1 | FileCheck %t/twice.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/missing.ll -o %t.out 2>&1 | FileCheck %t/missing.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/elsewhere.ll -o %t.out 2>&1 | FileCheck %t/elsewhere.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/fence.ll -o %t.out 2>&1 | FileCheck %t/fence.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/handler_type.ll -o %t.out 2>&1 | FileCheck %t/handler_type.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/handler_seen.ll -o %t.out 2>&1 | FileCheck %t/handler_seen.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/twice_called.ll -o %t.out 2>&1 | FileCheck %t/twice_called.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/other_caller.ll -o %t.out 2>&1 | FileCheck %t/other_caller.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/arguments.ll -o %t.out 2>&1 | FileCheck %t/arguments.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/other_dispatch.ll -o %t.out 2>&1 | FileCheck %t/other_dispatch.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/no_notes.ll -o %t.out 2>&1 | FileCheck %t/no_notes.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/external.ll -o %t.out 2>&1 | FileCheck %t/external.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/variable.ll -o %t.out 2>&1 | FileCheck %t/variable.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/address.ll -o %t.out 2>&1 | FileCheck %t/address.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/through_pointer.ll -o %t.out 2>&1 | FileCheck %t/through_pointer.ll

//--- accepted.ll
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.group !4 {
  store i32 1, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  call void @__falx_ncpu_barrier(i32 2)
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 6, i32 0}
!4 = !{i32 2, i32 128, i32 16}

//--- convention.ll
; CHECK: no calling convention of SPIR is left: 'f' has one
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal spir_func void @f() {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- call_convention.ll
; CHECK: no calling convention of SPIR is left: this call has one
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  call spir_func void @f()
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @f()
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- no_state.ll
; CHECK: a kernel answers nothing and has the state as last parameter: 'k.NativeCPUKernel' does not
; CHECK: a subhandler calls its kernel, once: 'k' does not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(i32 %p) noinline !falx.dispatch !3 {
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- by_value.ll
; CHECK: by-value aggregates are one block for the whole call: parameter 0 of 'k.NativeCPUKernel' is byval
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr byval(i32) %p, ptr %state) noinline !falx.dispatch !3 {
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

//--- linkage.ll
; CHECK: kernels are internal: 'k.NativeCPUKernel' is not
; CHECK-NOT: error:
define hidden void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
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

//--- inlined.ll
; CHECK: kernels are never inlined: 'k.NativeCPUKernel' is not noinline
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !3 {
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

//--- no_dispatch.ll
; CHECK: a kernel has !falx.dispatch: 'k.NativeCPUKernel' has not
; CHECK: a subhandler has its kernel's !falx.dispatch: 'k' has another
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

//--- dispatch.ll
; CHECK: !falx.dispatch is {i32 flags, i32 by_items}: that of 'k.NativeCPUKernel' is not
; CHECK: !falx.dispatch is {i32 flags, i32 by_items}: that of 'k' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
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
!3 = !{i32 1}

//--- by_items.ll
; CHECK: a kernel that is dispatched by items has by_items, no barriers and no memory of the work-group: 'k.NativeCPUKernel' has flags 3
; CHECK: 'k' has flags 3
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
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
!3 = !{i32 3, i32 1}

//--- columns.ll
; CHECK: a kernel that walks columns is dispatched by items: 'k.NativeCPUKernel' has flags 8192
; CHECK: 'k' has flags 8192
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
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
!3 = !{i32 8192, i32 1}

//--- group.ll
; CHECK: !falx.group is {i32 barriers, i32 bytes, a multiple of 128, i32 bytes}, not all 0: that of 'k.NativeCPUKernel' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.group !4 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 2, i32 0}
!4 = !{i32 0, i32 4, i32 0}

//--- flags.ll
; CHECK: the flags of !falx.dispatch say what !falx.group does: those of 'k.NativeCPUKernel' differ
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.group !4 {
  store i32 1, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 0, i32 0}
!4 = !{i32 1, i32 0, i32 0}

//--- number.ll
; CHECK: barriers are numbered from 1 to the count in !falx.group, each once: 'k.NativeCPUKernel' has 2 of 1
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.group !4 {
  store i32 1, ptr %p
  call void @__falx_ncpu_barrier(i32 2)
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 4, i32 0}
!4 = !{i32 1, i32 0, i32 0}

//--- twice.ll
; CHECK: each once: 'k.NativeCPUKernel' has 1 of 2
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.group !4 {
  store i32 1, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  call void @__falx_ncpu_barrier(i32 1)
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 4, i32 0}
!4 = !{i32 2, i32 0, i32 0}

//--- missing.ll
; CHECK: !falx.group counts the barriers: 'k.NativeCPUKernel' has 1 of 2
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.group !4 {
  store i32 1, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 4, i32 0}
!4 = !{i32 2, i32 0, i32 0}

//--- elsewhere.ll
; CHECK: barriers are in kernels alone: 'f' is none
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @f() {
  call void @__falx_ncpu_barrier(i32 1)
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- fence.ll
; CHECK: !falx.fence is {i32 ordering} of a fence: this one is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.group !4 {
  store i32 1, ptr %p
  call void @__falx_ncpu_barrier(i32 1), !falx.fence !5
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 4, i32 0}
!4 = !{i32 1, i32 0, i32 0}
!5 = !{i32 1}

//--- handler_type.ll
; CHECK: a subhandler is void(ptr, ptr): 'k' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, i32 %n, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- handler_seen.ll
; CHECK: a subhandler is hidden: 'k' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- twice_called.ll
; CHECK: a subhandler calls its kernel, once: 'k' does not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- other_caller.ll
; CHECK: in function 'f': the module is not as docs/ir.md says after prepare-native-cpu: nobody but its subhandler calls a kernel: 'f' calls 'k.NativeCPUKernel'
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @f(ptr %p, ptr %state) {
  call void @k.NativeCPUKernel(ptr %p, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- arguments.ll
; CHECK: a kernel takes the arguments that its subhandler's notes say, and the state: that of 'k' takes 2, not 3
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2, !2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- other_dispatch.ll
; CHECK: a subhandler has its kernel's !falx.dispatch: 'k' has another
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 0, i32 1}

//--- no_notes.ll
; CHECK: images are described from a subhandler's notes: 'k' has no !falx.functor
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- external.ll
; CHECK: what is neither a subhandler nor an entry of an export is internal: 'f' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define hidden void @f() {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- variable.ll
; CHECK: variables of device code are internal: 'v' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
@v = constant i32 1
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- address.ll
; CHECK: functions whose address is taken have the state as last parameter: 'f' has not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store ptr @f, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @f() {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- through_pointer.ll
; CHECK: calls through pointers pass the state last: this one does not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  call void %p()
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
