; A host class that is instantiated explicitly leaves its destructor's alias in the device module:
; it is not an export, and does not keep host code alive. An exported alias stays.
; RUN: falx-opt -S --target=spir64 -passes=internalize %s | FileCheck-22 %s

; CHECK-DAG: @_ZN6streamD1Ev = internal unnamed_addr alias void (ptr), ptr @_ZN6streamD2Ev
; CHECK-DAG: @other_name = alias i32 (), ptr @exported
@_ZN6streamD1Ev = weak_odr unnamed_addr alias void (ptr), ptr @_ZN6streamD2Ev
@other_name = alias i32 (), ptr @exported

; CHECK-DAG: define internal void @_ZN6streamD2Ev(
define weak_odr void @_ZN6streamD2Ev(ptr %self) {
  ret void
}

define i32 @exported() "sycl_external" {
  ret i32 1
}

define spir_kernel void @kernel() {
  ret void
}
