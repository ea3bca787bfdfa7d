; Kernels between the front end and prepare-native-cpu: convention, parameters, notes.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=lower-kernels %t/accepted.ll -o /dev/null
; RUN: falx-opt --verify-each -passes=kernel-attributes %t/accepted_unlowered.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=lower-kernels %t/convention.ll -o %t.out 2>&1 | FileCheck %t/convention.ll
; RUN: not falx-opt --verify-each -passes=kernel-attributes %t/answers.ll -o %t.out 2>&1 | FileCheck %t/answers.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/called.ll -o %t.out 2>&1 | FileCheck %t/called.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/not_lowered.ll -o %t.out 2>&1 | FileCheck %t/not_lowered.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/no_params.ll -o %t.out 2>&1 | FileCheck %t/no_params.ll
; RUN: not falx-opt --verify-each -passes=check %t/no_functor.ll -o %t.out 2>&1 | FileCheck %t/no_functor.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/functor.ll -o %t.out 2>&1 | FileCheck %t/functor.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/member.ll -o %t.out 2>&1 | FileCheck %t/member.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/kind.ll -o %t.out 2>&1 | FileCheck %t/kind.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/outside.ll -o %t.out 2>&1 | FileCheck %t/outside.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/count.ll -o %t.out 2>&1 | FileCheck %t/count.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/aggregate.ll -o %t.out 2>&1 | FileCheck %t/aggregate.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/alignment.ll -o %t.out 2>&1 | FileCheck %t/alignment.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/space_native.ll -o %t.out 2>&1 | FileCheck %t/space_native.ll
; RUN: not falx-opt --verify-each --target=spir64 --from=lower-kernels %t/space_spir64.ll -o %t.out 2>&1 | FileCheck %t/space_spir64.ll
; RUN: falx-opt --verify-each --target=spir64 --from=lower-kernels %t/space_accepted.ll -o /dev/null
; RUN: falx-opt --verify-each --target=nvptx64-nvidia-cuda --from=lower-kernels %t/ptx_accepted.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=lower-kernels %t/init.ll -o %t.out 2>&1 | FileCheck %t/init.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/attribute.ll -o %t.out 2>&1 | FileCheck %t/attribute.ll
; RUN: not falx-opt --verify-each --from=lower-kernels %t/attribute_many.ll -o %t.out 2>&1 | FileCheck %t/attribute_many.ll

//--- accepted.ll
define spir_kernel void @k(ptr %p, ptr byval(%range) align 8 %r) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

%range = type { [1 x i64] }
!0 = !{i32 16, i32 8}
!1 = !{!2, !3}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 0, i32 8, i32 8}

//--- accepted_unlowered.ll
define spir_kernel void @k(ptr byval({ i32 }) %f) {
  ret void
}

//--- convention.ll
; CHECK: a kernel has its target's calling convention: 'k' has another
; CHECK-NOT: error:
define ptx_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- answers.ll
; CHECK: the module is not as docs/ir.md says before kernel-attributes: a kernel answers nothing: 'k' does
; CHECK-NOT: error:
define spir_kernel i32 @k(ptr byval({ i32 }) %f) {
  ret i32 0
}

//--- called.ll
; CHECK: in function 'f': the module is not as docs/ir.md says after lower-kernels: nothing calls a kernel: 'k' is called
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
define internal void @f(ptr %p) {
  call spir_kernel void @k(ptr %p)
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- not_lowered.ll
; CHECK: after lower-kernels a kernel has !falx.functor: 'k' has not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" {
  store i32 1, ptr %p
  ret void
}

//--- no_params.ll
; CHECK: who has !falx.functor has !falx.params: 'k' has not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- no_functor.ll
; CHECK: who has !falx.params has !falx.functor: 'k' has not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- functor.ll
; CHECK: !falx.functor is {i32 size, i32 align}, a power of two: that of 'k' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 3}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- member.ll
; CHECK: a node of !falx.params is {i32 kind, i32 dimensions, i32 size, i32 offset}: 'k' has another
; CHECK: a kernel takes what !falx.params says, less what !falx.omit does: 'k' has 1 parameters, not 0
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8}

//--- kind.ll
; CHECK: a node of !falx.params has a known kind and at most 3 dimensions: 'k' has kind 8, dimensions 0
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 8, i32 0, i32 8, i32 0}

//--- outside.ll
; CHECK: members lie within the function object: one of 'k' has 8 bytes from 4 on, of 8
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 4}

//--- count.ll
; CHECK: a kernel takes what !falx.params says, less what !falx.omit does: 'k' has 2 parameters, not 1
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p, ptr %q) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- aggregate.ll
; CHECK: aggregates are byval: parameter 0 of 'k' is one as a value
; CHECK-NOT: error:
define spir_kernel void @k([2 x i32] %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- alignment.ll
; CHECK: byval parameters have an alignment: parameter 0 of 'k' has none
; CHECK-NOT: error:
define spir_kernel void @k(ptr byval({ i64 }) %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- space_native.ll
; CHECK: pointers are in address space 0 or 0: parameter 0 of 'k' is in 1
; CHECK-NOT: error:
define spir_kernel void @k(ptr addrspace(1) %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- space_spir64.ll
; CHECK: pointers are in address space 1 or 3: parameter 0 of 'k' is in 0
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- space_accepted.ll
define spir_kernel void @k(ptr addrspace(1) %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- ptx_accepted.ll
define ptx_kernel void @k(ptr addrspace(1) %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- init.ll
; CHECK: init functions are internal after lower-kernels: '__falx_accessor_1_init' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
define linkonce_odr void @__falx_accessor_1_init(ptr %self) {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- attribute.ll
; CHECK: !falx.reqd_work_group_size is i32 numbers and the place in the source: that of 'k' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 !falx.reqd_work_group_size !3 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 8, i32 8}

//--- attribute_many.ll
; CHECK: !falx.reqd_sub_group_size is i32 numbers and the place in the source: that of 'k' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 !falx.reqd_sub_group_size !3 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 8, i32 8, !"a.cpp:1:1"}
