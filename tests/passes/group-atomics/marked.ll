; Atomics on a marked address become atomics of one thread, and the mark goes; others stay.
; RUN: falx-opt -S -passes=group-atomics %s | FileCheck-22 %s

; CHECK-LABEL: define internal i32 @each(
; CHECK-NEXT: %old = atomicrmw add ptr %p, i32 %x syncscope("singlethread") monotonic, align 4
; CHECK-NEXT: %pair = cmpxchg weak ptr %p, i32 %old, i32 %x syncscope("singlethread") acq_rel acquire, align 4
; CHECK-NEXT: store atomic i32 %x, ptr %p syncscope("singlethread") release, align 4
; CHECK-NEXT: %now = load atomic i32, ptr %p syncscope("singlethread") seq_cst, align 4
; CHECK-NEXT: ret i32 %now
define internal i32 @each(ptr %p, i32 %x) {
  %a = call ptr @__falx_group_pointer(ptr %p)
  %old = atomicrmw add ptr %a, i32 %x monotonic, align 4
  %b = call ptr @__falx_group_pointer(ptr %p)
  %pair = cmpxchg weak ptr %b, i32 %old, i32 %x acq_rel acquire, align 4
  store atomic i32 %x, ptr %b release, align 4
  %now = load atomic i32, ptr %b seq_cst, align 4
  ret i32 %now
}

; CHECK-LABEL: define internal void @others(
; CHECK-NEXT: atomicrmw add ptr %p, i32 1 seq_cst
; CHECK-NEXT: store i32 1, ptr %p
; CHECK-NEXT: store atomic ptr %p, ptr %q monotonic
; CHECK-NEXT: %either = select i1 %c, ptr %p, ptr %q
; CHECK-NEXT: atomicrmw add ptr %either, i32 1 monotonic
; CHECK-NEXT: ret void
define internal void @others(ptr %p, ptr %q, i1 %c) {
  %a = call ptr @__falx_group_pointer(ptr %p)
  %1 = atomicrmw add ptr %p, i32 1 seq_cst
  store i32 1, ptr %a
  store atomic ptr %a, ptr %q monotonic, align 8
  %either = select i1 %c, ptr %a, ptr %q
  %2 = atomicrmw add ptr %either, i32 1 monotonic
  ret void
}

; CHECK-NOT: __falx_group_pointer
declare ptr @__falx_group_pointer(ptr)
