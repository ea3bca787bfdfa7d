; What crosses images on native_cpu: entries, imports, slots, rows.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=wide-vectors %t/accepted.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/export.ll -o %t.out 2>&1 | FileCheck %t/export.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/import.ll -o %t.out 2>&1 | FileCheck %t/import.ll
; RUN: not falx-opt --verify-each --from=drop-arguments %t/import_early.ll -o %t.out 2>&1 | FileCheck %t/import_early.ll
; RUN: not falx-opt --verify-each --from=bind-imports %t/import_late.ll -o %t.out 2>&1 | FileCheck %t/import_late.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/held.ll -o %t.out 2>&1 | FileCheck %t/held.ll
; RUN: not falx-opt --verify-each --from=bind-imports %t/slot.ll -o %t.out 2>&1 | FileCheck %t/slot.ll
; RUN: not falx-opt --verify-each --from=wide-vectors %t/wide.ll -o %t.out 2>&1 | FileCheck %t/wide.ll
; RUN: not falx-opt --verify-each --from=wide-vectors %t/wide_call.ll -o %t.out 2>&1 | FileCheck %t/wide_call.ll
; RUN: not falx-opt --verify-each --from=export-rows %t/rows.ll -o %t.out 2>&1 | FileCheck %t/rows.ll
; RUN: not falx-opt --verify-each --from=row-entries %t/rows_type.ll -o %t.out 2>&1 | FileCheck %t/rows_type.ll

//--- accepted.ll
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  call void @g.falx_import(ptr %state)
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @g.falx_import(ptr) "falx-import"="g"
define hidden void @f.falx_export(i32 %x, ptr %state) "falx-export"="f" {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- export.ll
; CHECK: the entry of an export F is F.falx_export, hidden, with the state as last parameter: 'f.falx_export' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define hidden void @f.falx_export(i32 %x) "falx-export"="f" {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- import.ll
; CHECK: an import F is F.falx_import, of the C calling convention, with the state as last parameter: 'g' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  call void @g(ptr %state)
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @g(ptr) "falx-import"="g"
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- import_early.ll
; CHECK: imports are declared as such between prepare-native-cpu and bind-imports only: there is 'g.falx_import'
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  call void @g.falx_import(ptr %p)
  ret void
}
declare void @g.falx_import(ptr) "falx-import"="g"

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- import_late.ll
; CHECK: imports are declared as such between prepare-native-cpu and bind-imports only: there is 'g.falx_import'
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  call void @g.falx_import(ptr %state)
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @g.falx_import(ptr) "falx-import"="g"
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- held.ll
; CHECK: no variable holds the address of an import: 'v' holds that of 'g'
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store ptr @v, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
@v = internal constant ptr @g.falx_import
declare void @g.falx_import(ptr) "falx-import"="g"
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- slot.ll
; CHECK: the slot of an import is a null pointer, weak_odr, hidden, initialized from outside: 'g.falx_slot' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
@g.falx_slot = internal global ptr null
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- wide.ll
; CHECK: vectors of more than 128 bits cross images in memory: 'f.falx_export' takes or answers one
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define hidden void @f.falx_export(<8 x float> %x, ptr %state) "falx-export"="f" {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- wide_call.ll
; CHECK: vectors of more than 128 bits cross images in memory: this call has one
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  call void %p(<8 x float> zeroinitializer, ptr %state)
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- rows.ll
; CHECK: what computes rows is hidden, internal after row-entries: 'f.falx_rows.all.NativeCPUKernel' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define internal void @f.falx_rows.all.NativeCPUKernel(ptr %x, ptr %r, ptr %m, ptr %state) "falx-rows"="f" {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- rows_type.ll
; CHECK: the entry of an export's rows is F.falx_rows, hidden, void(ptr..., ptr, ptr, i64, ptr): 'f.falx_rows' is not
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
define hidden void @f.falx_rows(ptr %x, ptr %r, ptr %m, ptr %state) "falx-export-rows"="f" {
  ret void
}
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
