; Only kernels and what SYCL_EXTERNAL marks stay external; host code that the front end emitted, its dynamic
; initialization and the annotations go.
; RUN: falx-opt -S -passes=hide-host-code %s | FileCheck-22 %s

; CHECK-NOT: llvm.global.annotations
; CHECK-NOT: llvm.global_ctors
; CHECK: @marked_too = alias void (), ptr @marked
; CHECK: @host_virtual_too = internal alias void (), ptr @host_virtual
; CHECK: define spir_kernel void @K()
; CHECK: define void @marked() #[[MARK:[0-9]+]]
; CHECK: define internal void @host_virtual()
; CHECK: define internal void @instance()
; CHECK: define linkonce_odr void @inline_function()
; CHECK: attributes #[[MARK]] = { "sycl_external" }

$instance = comdat any
@text = private constant [14 x i8] c"sycl_external\00"
@file = private constant [2 x i8] c"f\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @marked, ptr @text, ptr @file, i32 1, ptr null }], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @host_virtual, ptr null }]

@marked_too = alias void (), ptr @marked
@host_virtual_too = alias void (), ptr @host_virtual

define spir_kernel void @K() {
  ret void
}
define void @marked() {
  ret void
}
define void @host_virtual() {
  ret void
}
define weak_odr void @instance() comdat {
  ret void
}
define linkonce_odr void @inline_function() {
  ret void
}
