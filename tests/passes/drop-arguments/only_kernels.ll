; Functions that are no kernels keep their parameters, for their callers know them (KL-3).
; RUN: falx-opt -S --target=spir64 -passes=drop-arguments %s | FileCheck-22 %s

; CHECK: define void @exported(i32 %unused)
; CHECK: define internal void @helper(i32 %unused)

define void @exported(i32 %unused) "sycl_external" {
  call void @helper(i32 %unused)
  ret void
}

define internal void @helper(i32 %unused) {
  ret void
}
