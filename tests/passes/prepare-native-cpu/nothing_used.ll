; A kernel whose only argument was removed: the subhandler forwards nothing but the state, and the mask
; stays a node.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK: define internal void @k.NativeCPUKernel(ptr noundef nonnull %state)
; CHECK: define hidden void @k(ptr %args, ptr %state) !falx.omit ![[OMIT:[0-9]+]]
; CHECK-NEXT: entry:
; CHECK-NEXT: call void @k.NativeCPUKernel(ptr %state)
; CHECK-NEXT: ret void
; CHECK: ![[OMIT]] = !{i1 true}
define spir_kernel void @k() !falx.omit !0 {
  ret void
}

!0 = !{i1 true}
