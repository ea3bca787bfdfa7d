; An access group of the body's own is kept beside ours.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK: store i32 1, ptr %out, align 4, !llvm.access.group ![[LIST:[0-9]+]]
; CHECK-DAG: ![[LIST]] = !{![[OWN:[0-9]+]], ![[OURS:[0-9]+]]}
; CHECK-DAG: !{!"llvm.loop.parallel_accesses", ![[OURS]]}
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 {
  store i32 1, ptr %out, align 4, !llvm.access.group !1
  ret void
}
!0 = !{i32 1, i32 1}
!1 = distinct !{}
