; falx-post-link checks what docs/ir.md promises after each pass, if it is asked to: a note that no pass made.
; RUN: rm -f %t.o
; RUN: not falx-post-link --target=native_cpu --verify-each -o %t.o %s 2>&1 | FileCheck %s
; RUN: not env FALX_VERIFY_EACH=1 falx-post-link --target=native_cpu -o %t.o %s 2>&1 | FileCheck %s
; RUN: not ls %t.o

; CHECK: falx-post-link: error: the module is not as docs/ir.md says after kernel-attributes: !falx.reqd_work_group_size is i32 numbers and the place in the source: that of '_ZTS1A' is not [0 and 1, kernels]

%functor = type { ptr }
define spir_kernel void @_ZTS1A(ptr byval(%functor) align 8 %f) !falx.reqd_work_group_size !0 {
  ret void
}
!0 = !{i32 64}
