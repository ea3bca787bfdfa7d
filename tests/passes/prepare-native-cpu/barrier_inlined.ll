; Functions with barriers become part of each kernel that calls them, whatever they say about
; inlining, and at every optimization level (NC-7).
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s
; RUN: falx-opt -S -O0 -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK-NOT: @helper
; CHECK: define internal void @a.NativeCPUKernel(
; CHECK: call void @__falx_ncpu_barrier(i32 1)
; CHECK: call void @__falx_ncpu_barrier(i32 2)
; CHECK: ret void
; CHECK: define internal void @b.NativeCPUKernel(
; CHECK: call void @__falx_ncpu_barrier(i32 1)
; CHECK: ret void
; CHECK-NOT: @helper
define spir_kernel void @a(ptr %p) #0 {
  call void @helper(ptr %p)
  call void @helper(ptr %p)
  ret void
}
define spir_kernel void @b(ptr %p) #0 {
  call void @outer(ptr %p)
  ret void
}
define internal void @outer(ptr %p) #0 {
  call void @helper(ptr %p)
  ret void
}
define internal void @helper(ptr %p) #0 {
  store i32 1, ptr %p
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
attributes #0 = { noinline optnone }
