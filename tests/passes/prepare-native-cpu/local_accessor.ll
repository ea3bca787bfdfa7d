; A kernel with a local accessor is dispatched by work-groups even if it asks for global ids alone: its groups share the block one after the other, so no loop may mix them.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK: define hidden void @k(ptr %args, ptr %state){{.*}} !falx.dispatch ![[FLAGS:[0-9]+]]
; CHECK: ![[FLAGS]] = !{i32 2, i32 0}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define spir_kernel void @k(ptr %local, ptr %global) !falx.functor !4 !falx.params !0 !falx.omit !3 {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  store i64 %id, ptr %local
  %p = getelementptr i64, ptr %global, i64 %id
  store i64 %id, ptr %p
  ret void
}

!0 = !{!1, !2}
!1 = !{i32 7, i32 1, i32 16, i32 0}
!2 = !{i32 3, i32 0, i32 8, i32 16}
!3 = !{i1 false, i1 true, i1 false}
!4 = !{i32 24, i32 8}
