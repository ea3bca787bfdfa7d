; After drop-arguments every parameter has a use, and the mask is as long as the list of arguments.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=drop-arguments %t/accepted.ll -o /dev/null
; RUN: falx-opt --verify-each -O0 --from=drop-arguments %t/accepted_O0.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=drop-arguments %t/unused.ll -o %t.out 2>&1 | FileCheck %t/unused.ll
; RUN: not falx-opt --verify-each --from=drop-arguments %t/mask.ll -o %t.out 2>&1 | FileCheck %t/mask.ll
; RUN: not falx-opt --verify-each --from=drop-arguments %t/length.ll -o %t.out 2>&1 | FileCheck %t/length.ll
; RUN: not falx-opt --verify-each --from=drop-arguments %t/kept.ll -o %t.out 2>&1 | FileCheck %t/kept.ll

//--- accepted.ll
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 !falx.omit !3 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 16, i32 8}
!1 = !{!2, !2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i1 false, i1 true}

//--- accepted_O0.ll
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- unused.ll
; CHECK: after drop-arguments a kernel has no parameter without a use: parameter 0 of 'k' has none
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- mask.ll
; CHECK: !falx.omit is an i1 for each argument: that of 'k' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 !falx.omit !3 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 0}

//--- length.ll
; CHECK: !falx.omit has a bit for each argument that !falx.params stands for: that of 'k' has 1 for 2
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p, ptr %q) "falx-module-id"="a" !falx.functor !0 !falx.params !1 !falx.omit !3 {
  store i32 1, ptr %p
  store i32 1, ptr %q
  ret void
}

!0 = !{i32 16, i32 8}
!1 = !{!2, !2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i1 false}

//--- kept.ll
; CHECK: a kernel takes what !falx.params says, less what !falx.omit does: 'k' has 1 parameters, not 0
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 !falx.omit !3 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i1 true}
