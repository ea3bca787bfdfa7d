; Functions of -O0 in a program that is optimized otherwise stay as they are, but for kernels whose sub-groups
; have a size: as vectors of unoptimized code these would take LLVM minutes.
; RUN: falx-opt -S -O1 -passes=default-sub-groups,optimize-early %s | FileCheck-22 %s

; CHECK: define spir_kernel void @Sized(ptr {{.*}}%p)
; CHECK-NOT: call
; CHECK: store i32 7, ptr %p
; CHECK: define spir_kernel void @Other(ptr %p) [[OTHER:#[0-9]+]]
; CHECK-NEXT: %variable = alloca ptr
; CHECK: attributes [[OTHER]] = { {{.*}}optnone

define internal void @_ZN4sycl9sub_groupC2Ev() noinline optnone {
  %size = call i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
  ret void
}
define spir_kernel void @Sized(ptr %p) noinline optnone {
  %variable = alloca ptr
  store ptr %p, ptr %variable
  %same = load ptr, ptr %variable
  call void @fill(ptr %same)
  call void @_ZN4sycl9sub_groupC2Ev()
  ret void
}
define spir_kernel void @Other(ptr %p) noinline optnone {
  %variable = alloca ptr
  store ptr %p, ptr %variable
  %same = load ptr, ptr %variable
  store i32 7, ptr %same
  ret void
}
define internal void @fill(ptr %to) noinline optnone {
  store i32 7, ptr %to
  ret void
}
declare i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
