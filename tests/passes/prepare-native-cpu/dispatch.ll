; A kernel that asks for more than global ids, sizes and offsets is dispatched by work-groups, also
; when a function that it calls asks.
; RUN: falx-opt -S -O0 -passes=prepare-native-cpu %s -o - | FileCheck %s

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)

define internal spir_func i64 @helper() {
  %r = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  ret i64 %r
}
define spir_kernel void @items(ptr %p) {
  %a = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 2)
  %b = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %c = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  ret void
}
define spir_kernel void @groups(ptr %p) {
  %a = call spir_func i64 @helper()
  ret void
}
; CHECK-DAG: define hidden void @items(ptr %args, ptr %state){{.*}} !falx.dispatch ![[ITEMS:[0-9]+]]
; CHECK-DAG: define hidden void @groups(ptr %args, ptr %state){{.*}} !falx.dispatch ![[GROUPS:[0-9]+]]
; CHECK-DAG: ![[ITEMS]] = !{i32 1, i32 1}
; CHECK-DAG: ![[GROUPS]] = !{i32 0, i32 0}
