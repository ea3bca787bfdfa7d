; Sub-group functions stay convergent, and what calls them is inlined: a reduction that LLVM moves into a branch is one of other lanes (NC-16). Other functions are not convergent on native_cpu.
; RUN: falx-opt -S -passes=prepare-native-cpu %s | FileCheck-22 %s

; CHECK: declare i32 @_Z27__spirv_GroupNonUniformIAddiii(i32, i32, i32) #[[KEPT:[0-9]+]]
; CHECK: define internal void @k.NativeCPUKernel(
; CHECK: call i32 @_Z27__spirv_GroupNonUniformIAddiii(i32 3, i32 0, i32 %{{.*}}) #[[KEPT]]
; CHECK: attributes #[[KEPT]] = { convergent }
define spir_kernel void @k(ptr %p) {
  %x = load i32, ptr %p
  %sum = call i32 @sum(i32 %x)
  store i32 %sum, ptr %p
  ret void
}
define internal i32 @sum(i32 %x) noinline convergent {
  %r = call i32 @_Z27__spirv_GroupNonUniformIAddiii(i32 3, i32 0, i32 %x) convergent
  ret i32 %r
}
declare i32 @_Z27__spirv_GroupNonUniformIAddiii(i32, i32, i32) convergent
