; At -O0 calls are inlined in kernels whose sub-groups have a size, and in no others: these are vectors, in which
; a call is one for each lane and a variable in memory a gather.
; RUN: falx-opt -S -O0 -passes=default-sub-groups,optimize-early %s | FileCheck-22 %s

; CHECK: define spir_kernel void @Sized(
; CHECK-NOT: call
; CHECK: store i32 7, ptr %p
; CHECK: call void @stop()
; CHECK: define spir_kernel void @Other(
; CHECK: call void @fill(

define internal void @_ZN4sycl9sub_groupC2Ev() noinline optnone {
  %size = call i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
  ret void
}
define spir_kernel void @Sized(ptr %p) noinline optnone {
  call void @fill(ptr %p)
  call void @stop()
  call void @_ZN4sycl9sub_groupC2Ev()
  ret void
}
define spir_kernel void @Other(ptr %p) noinline optnone {
  call void @fill(ptr %p)
  ret void
}
define internal void @fill(ptr %to) noinline optnone {
  call void @fill_one(ptr %to)
  ret void
}
define internal void @fill_one(ptr %to) noinline optnone {
  store i32 7, ptr %to
  ret void
}
define internal void @stop() noreturn noinline optnone {
  unreachable
}
declare i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
