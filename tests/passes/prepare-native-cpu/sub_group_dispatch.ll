; A kernel that calls sub-group functions is dispatched by work-groups, though it asks for nothing
; but global ids: a sub-group is made of work-items of one group.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @_Z30__spirv_GroupNonUniformIAddIiET_iiS0_(i32, i32, i32) convergent memory(none)

; CHECK: define hidden void @k(ptr %args, ptr %state){{.*}} !falx.dispatch ![[D:[0-9]+]]
; CHECK: ![[D]] = !{i32 0, i32 0}
define spir_kernel void @k(ptr %p) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %q = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %q
  %s = call i32 @_Z30__spirv_GroupNonUniformIAddIiET_iiS0_(i32 3, i32 0, i32 %x)
  store i32 %s, ptr %q
  ret void
}
