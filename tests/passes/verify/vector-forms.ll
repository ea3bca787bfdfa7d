; Vector forms between vectorize and work-item-loops.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=vectorize %t/accepted.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=vectorize %t/lanes.ll -o %t.out 2>&1 | FileCheck %t/lanes.ll
; RUN: not falx-opt --verify-each --from=vectorize %t/bound.ll -o %t.out 2>&1 | FileCheck %t/bound.ll
; RUN: not falx-opt --verify-each --from=vectorize %t/name.ll -o %t.out 2>&1 | FileCheck %t/name.ll
; RUN: not falx-opt --verify-each --from=vectorize %t/type.ll -o %t.out 2>&1 | FileCheck %t/type.ll
; RUN: not falx-opt --verify-each --from=lower-math %t/early.ll -o %t.out 2>&1 | FileCheck %t/early.ll
; RUN: not falx-opt --verify-each --from=work-item-loops %t/left.ll -o %t.out 2>&1 | FileCheck %t/left.ll
; RUN: not falx-opt --verify-each --from=vectorize %t/alone.ll -o %t.out 2>&1 | FileCheck %t/alone.ll
; RUN: not falx-opt --verify-each --from=vectorize %t/barriers.ll -o %t.out 2>&1 | FileCheck %t/barriers.ll
; RUN: not falx-opt --verify-each --from=vectorize %t/sub_group.ll -o %t.out 2>&1 | FileCheck %t/sub_group.ll

//--- accepted.ll
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.vector !4 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i32 %active) {
  ret void
}
define internal void @k.NativeCPUKernel.v4.packed(ptr %p, ptr %state, i32 %active) {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4, ptr @k.NativeCPUKernel.v4.masked, ptr @k.NativeCPUKernel.v4.packed}

//--- lanes.ll
; CHECK: !falx.vector is {i32 lanes, i32 uses sub-groups, i64 bound of ids, ptr, ptr}: that of 'k.NativeCPUKernel' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.vector !4 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i32 %active) {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 3, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4, ptr @k.NativeCPUKernel.v4.masked}

//--- bound.ll
; CHECK: !falx.vector is {i32 lanes, i32 uses sub-groups, i64 bound of ids, ptr, ptr}: that of 'k.NativeCPUKernel' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.vector !4 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i32 %active) {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 4, i32 0, i32 7, ptr @k.NativeCPUKernel.v4, ptr @k.NativeCPUKernel.v4.masked}

//--- name.ll
; CHECK: a vector form of 'k.NativeCPUKernel' is internal, and 'k.NativeCPUKernel.v4': 'other' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.vector !4 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i32 %active) {
  ret void
}
define internal void @other(ptr %p, ptr %state) {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 4, i32 0, i64 2147483648, ptr @other, ptr @k.NativeCPUKernel.v4.masked}

//--- type.ll
; CHECK: a vector form has its kernel's type and an i32 more: 'k.NativeCPUKernel.v4.masked' has another
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.vector !4 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i64 %active) {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4, ptr @k.NativeCPUKernel.v4.masked}

//--- early.ll
; CHECK: !falx.vector is on kernels, between vectorize and work-item-loops: 'k.NativeCPUKernel' has one
; CHECK: vector forms are there between vectorize and work-item-loops: there is 'k.NativeCPUKernel.v4'
; CHECK: there is 'k.NativeCPUKernel.v4.masked'
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.vector !4 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i32 %active) {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4, ptr @k.NativeCPUKernel.v4.masked}

//--- left.ll
; CHECK: vector forms are there between vectorize and work-item-loops: there is 'k.NativeCPUKernel.v4'
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- alone.ll
; CHECK: a vector form stands beside its kernel: there is none for 'j.NativeCPUKernel.v4'
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @j.NativeCPUKernel.v4(ptr %p, ptr %state) {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- barriers.ll
; CHECK: a vector form has its kernel's barriers: 'k.NativeCPUKernel.v4' has 0, not 1
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.group !5 !falx.vector !4 {
  store i32 1, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i32 %active) {
  call void @__falx_ncpu_barrier(i32 1)
  ret void
}
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 4, i32 0}
!4 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4, ptr @k.NativeCPUKernel.v4.masked}
!5 = !{i32 1, i32 0, i32 0}

//--- sub_group.ll
; CHECK: in function 'k.NativeCPUKernel.v4': the module is not as docs/ir.md says after vectorize: a vector form calls no sub-group function: it calls '_Z26__spirv_GroupNonUniformAllib'
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 !falx.vector !4 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %state) {
  %v = call i1 @_Z26__spirv_GroupNonUniformAllib(i32 3, i1 true)
  ret void
}
define internal void @k.NativeCPUKernel.v4.masked(ptr %p, ptr %state, i32 %active) {
  ret void
}
declare i1 @_Z26__spirv_GroupNonUniformAllib(i32, i1)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4, ptr @k.NativeCPUKernel.v4.masked}
