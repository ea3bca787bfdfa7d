; The linked module: what is seen from outside, and where it is from.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=check %t/accepted.ll -o /dev/null
; RUN: not falx-opt --verify-each -passes=check %t/external.ll -o %t.out 2>&1 | FileCheck %t/external.ll
; RUN: not falx-opt --verify-each --from=check %t/internal.ll -o %t.out 2>&1 | FileCheck %t/internal.ll
; RUN: not falx-opt --verify-each --from=check %t/origin.ll -o %t.out 2>&1 | FileCheck %t/origin.ll
; RUN: not falx-opt --verify-each --from=check %t/annotations.ll -o %t.out 2>&1 | FileCheck %t/annotations.ll

//--- accepted.ll
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
define void @exported() "sycl_external" {
  ret void
}
define linkonce_odr void @inline() {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- external.ll
; CHECK: the module is not as docs/ir.md says before check: an external definition that is no kernel is SYCL_EXTERNAL: 'host' has no "sycl_external"
; CHECK-NOT: error:
define void @host() {
  ret void
}

//--- internal.ll
; CHECK: kernels are seen from outside: 'k' is internal
; CHECK-NOT: error:
define internal spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- origin.ll
; CHECK: a kernel says which input it is from: 'k' has no "falx-module-id"
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- annotations.ll
; CHECK: annotations and dynamic initializers are gone: there is @llvm.global_ctors
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
define internal void @f() {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
