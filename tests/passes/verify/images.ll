; One module for each image: entries of exports, everything else internal, no comdats.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=internalize %t/accepted.ll -o /dev/null
; RUN: falx-opt --verify-each --target=spir64 --from=internalize %t/accepted_spir64.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=export-entries %t/no_entry.ll -o %t.out 2>&1 | FileCheck %t/no_entry.ll
; RUN: not falx-opt --verify-each --from=export-entries %t/entry_name.ll -o %t.out 2>&1 | FileCheck %t/entry_name.ll
; RUN: not falx-opt --verify-each --from=export-entries %t/seen.ll -o %t.out 2>&1 | FileCheck %t/seen.ll
; RUN: not falx-opt --verify-each --from=export-entries %t/address.ll -o %t.out 2>&1 | FileCheck %t/address.ll
; RUN: not falx-opt --verify-each --from=internalize %t/inline.ll -o %t.out 2>&1 | FileCheck %t/inline.ll
; RUN: not falx-opt --verify-each --from=internalize %t/comdat.ll -o %t.out 2>&1 | FileCheck %t/comdat.ll
; RUN: not falx-opt --verify-each --from=internalize %t/variable.ll -o %t.out 2>&1 | FileCheck %t/variable.ll

//--- accepted.ll
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
define internal void @f() {
  ret void
}
define void @f.falx_export() "falx-export"="f" {
  call void @f()
  ret void
}
define void @here() "sycl_external" {
  ret void
}
!falx.local_exports = !{!3}
!3 = !{!"here"}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- accepted_spir64.ll
define spir_kernel void @k(ptr addrspace(1) %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  ret void
}
define void @f() "sycl_external" {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- no_entry.ll
; CHECK: a function that other images may call has an entry, or is named in !falx.local_exports: 'f' has none
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
define void @f() "sycl_external" {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- entry_name.ll
; CHECK: the entry of an export F is F.falx_export: that of 'f' is 'g.falx_export'
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
define void @g.falx_export() "falx-export"="f" {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- seen.ll
; CHECK: an export that has an entry is internal: 'f' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
define linkonce_odr void @f() {
  ret void
}
define void @f.falx_export() "falx-export"="f" {
  call void @f()
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- address.ll
; CHECK: in function 'k': the module is not as docs/ir.md says after export-entries: the address of an export is its entry's: that of 'f' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store ptr @f, ptr %p
  ret void
}
define internal void @f() {
  ret void
}
define void @f.falx_export() "falx-export"="f" {
  call void @f()
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- inline.ll
; CHECK: after internalize only kernels and exports are seen from outside: 'f' is, too
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
define linkonce_odr void @f() {
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- comdat.ll
; CHECK: after internalize there is no comdat: 'k' is in one
; CHECK-NOT: error:
$k = comdat any
define spir_kernel void @k(ptr %p) "falx-module-id"="a" comdat !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- variable.ll
; CHECK: after internalize variables are internal, in no comdat: 'v' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
@v = linkonce_odr constant i32 1

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
