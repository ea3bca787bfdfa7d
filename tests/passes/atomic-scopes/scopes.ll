; Atomics get the scopes of __falx_scope_pointer, through selections the widest, and where one is not known
; the system's; fences become LLVM's, those of one work-item of a single thread.
; RUN: falx-opt -passes=atomic-scopes --target=nvptx64-nvidia-cuda --from=optimize-early -S %s | FileCheck-22 %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @known(
; CHECK: atomicrmw add ptr %p, i32 1 syncscope("block") monotonic
; CHECK: atomicrmw add ptr %p, i32 2 syncscope("block") monotonic
; CHECK: cmpxchg ptr %p, i32 0, i32 3 syncscope("device") acq_rel acquire
; CHECK: store atomic i32 4, ptr %p syncscope("device") release
; CHECK: load atomic i32, ptr %p seq_cst
; CHECK: atomicrmw add ptr %p, i32 5 syncscope("block") monotonic
define internal void @known(ptr %p) {
  %item = call ptr @__falx_scope_pointer(ptr %p, i32 0)
  atomicrmw add ptr %item, i32 1 monotonic
  %group = call ptr @__falx_scope_pointer(ptr %p, i32 2)
  atomicrmw add ptr %group, i32 2 monotonic
  %device = call ptr @__falx_scope_pointer(ptr %p, i32 3)
  cmpxchg ptr %device, i32 0, i32 3 acq_rel acquire
  store atomic i32 4, ptr %device release, align 4
  %system = call ptr @__falx_scope_pointer(ptr %p, i32 4)
  %x = load atomic i32, ptr %system seq_cst, align 4
  %sub = call ptr @__falx_scope_pointer(ptr %p, i32 1)
  atomicrmw add ptr %sub, i32 5 monotonic
  ret void
}

; CHECK-LABEL: @merged(
; CHECK: atomicrmw add ptr %either, i32 1 syncscope("device") monotonic
; CHECK: atomicrmw add ptr %unknown, i32 2 monotonic
; CHECK: atomicrmw add ptr %q, i32 3 monotonic
; CHECK: atomicrmw add ptr %p, i32 4 monotonic
define internal void @merged(ptr %p, ptr %q, i1 %c, i32 %scope) {
  %group = call ptr @__falx_scope_pointer(ptr %p, i32 2)
  %device = call ptr @__falx_scope_pointer(ptr %q, i32 3)
  %either = select i1 %c, ptr %group, ptr %device
  atomicrmw add ptr %either, i32 1 monotonic
  %unknown = select i1 %c, ptr %group, ptr %q
  atomicrmw add ptr %unknown, i32 2 monotonic
  atomicrmw add ptr %q, i32 3 monotonic
  %variable = call ptr @__falx_scope_pointer(ptr %p, i32 %scope)
  atomicrmw add ptr %variable, i32 4 monotonic
  ret void
}

; CHECK-LABEL: @fences(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: fence syncscope("block") acquire
; CHECK-NEXT: fence syncscope("device") release
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
define internal void @fences(i32 %order, i32 %scope) {
  call void @__falx_scope_fence(i32 5, i32 0)
  call void @__falx_scope_fence(i32 2, i32 1)
  call void @__falx_scope_fence(i32 3, i32 3)
  call void @__falx_scope_fence(i32 4, i32 4)
  call void @__falx_scope_fence(i32 0, i32 4)
  call void @__falx_scope_fence(i32 %order, i32 %scope)
  ret void
}

; CHECK-NOT: __falx_scope
declare ptr @__falx_scope_pointer(ptr, i32)
declare void @__falx_scope_fence(i32, i32)
