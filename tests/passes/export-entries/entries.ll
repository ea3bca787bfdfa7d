; Every export has an entry, which calls it; the function itself is internal (DL-1).
; RUN: falx-opt -S -passes=export-entries %s -o - | FileCheck %s

; CHECK: define internal spir_func i32 @_Z4oursi(i32 %x)
define spir_func i32 @_Z4oursi(i32 %x) alwaysinline "sycl_external" {
  ret i32 %x
}

; CHECK: define internal void @aggregate(ptr sret([4 x i64]) %out, ptr byval([4 x i64]) %in)
define void @aggregate(ptr sret([4 x i64]) %out, ptr byval([4 x i64]) %in) "sycl_external" {
  ret void
}

; Direct calls go to the function, addresses are the entry's: pointers are equal in all images (DL-16).
; CHECK: define spir_kernel void @k(
; CHECK: call spir_func i32 @_Z4oursi(i32 1)
; CHECK: store ptr @_Z4oursi.falx_export, ptr %p
define spir_kernel void @k(ptr %p) {
  %r = call spir_func i32 @_Z4oursi(i32 1)
  store ptr @_Z4oursi, ptr %p
  ret void
}

; Inline functions are no exports.
; CHECK: define linkonce_odr void @inline()
define linkonce_odr void @inline() {
  ret void
}

; CHECK: define spir_func i32 @_Z4oursi.falx_export(i32 %0) [[OURS:#[0-9]+]] {
; CHECK-NEXT: entry:
; CHECK-NEXT: %1 = call spir_func i32 @_Z4oursi(i32 %0)
; CHECK-NEXT: ret i32 %1
; CHECK: define void @aggregate.falx_export(ptr sret([4 x i64]) %0, ptr byval([4 x i64]) %1) [[AGGREGATE:#[0-9]+]] {
; CHECK: call void @aggregate(ptr sret([4 x i64]) %0, ptr byval([4 x i64]) %1)
; CHECK-NOT: inline.falx_export
; CHECK: attributes [[OURS]] = { "falx-export"="_Z4oursi" "sycl_external" }
; CHECK: attributes [[AGGREGATE]] = { "falx-export"="aggregate" "sycl_external" }
