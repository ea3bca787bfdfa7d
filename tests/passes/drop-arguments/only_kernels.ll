; Functions that are no kernels keep their parameters, for their callers know them (KL-3).
; RUN: falx-opt -S -passes=drop-arguments %s | FileCheck-22 %s

; CHECK: define void @exported(i32 %unused)
; CHECK: define internal void @helper(i32 %unused)

define void @exported(i32 %unused) {
  call void @helper(i32 %unused)
  ret void
}

define internal void @helper(i32 %unused) {
  ret void
}
