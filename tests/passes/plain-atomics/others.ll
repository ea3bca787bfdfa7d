; Atomics that other threads take part in stay, and so do volatile ones and fences.
; RUN: falx-opt -S -passes=plain-atomics %s | FileCheck-22 %s

; CHECK: atomicrmw add ptr %p, i32 1 monotonic
; CHECK: atomicrmw volatile add ptr %p, i32 1 syncscope("singlethread") monotonic
; CHECK: load atomic i32, ptr %p acquire
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: store i32 %now, ptr %p
define internal void @others(ptr %p) {
  %1 = atomicrmw add ptr %p, i32 1 monotonic
  %2 = atomicrmw volatile add ptr %p, i32 1 syncscope("singlethread") monotonic
  %now = load atomic i32, ptr %p acquire, align 4
  fence syncscope("singlethread") seq_cst
  store i32 %now, ptr %p
  ret void
}
