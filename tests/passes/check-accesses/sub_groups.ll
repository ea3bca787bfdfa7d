; A kernel whose sub-groups have a size runs as vectors: it is left alone, and that is said.
; RUN: falx-opt -S -passes=check-accesses --check=15 %s 2>&1 | FileCheck-22 %s

; CHECK: warning: the kernel K is not checked: it uses sub-groups of a fixed size
; CHECK-NOT: falx_check

define spir_kernel void @_ZTS1K(ptr %p) !falx.reqd_sub_group_size !0 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, !"a.cpp:1:1"}
