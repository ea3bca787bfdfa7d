; A kernel is said to walk columns if along a row of work-items an access goes far, and neighbours of
; dimension 1 access neighbours; from -O2 on.
; RUN: falx-opt -S -O2 -passes=prepare-native-cpu %s -o - | FileCheck %s
; RUN: falx-opt -S -O1 -passes=prepare-native-cpu %s -o - | FileCheck --check-prefix=O1 %s

; CHECK-DAG: define hidden void @transposes(ptr %args, ptr %state){{.*}} !falx.dispatch ![[COLUMNS:[0-9]+]]
; CHECK-DAG: define hidden void @constant(ptr %args, ptr %state){{.*}} !falx.dispatch ![[COLUMNS]]
; CHECK-DAG: define hidden void @rows(ptr %args, ptr %state){{.*}} !falx.dispatch ![[ROWS:[0-9]+]]
; CHECK-DAG: define hidden void @one_column(ptr %args, ptr %state){{.*}} !falx.dispatch ![[ROWS]]
; CHECK-DAG: define hidden void @diagonal(ptr %args, ptr %state){{.*}} !falx.dispatch ![[ROWS]]
; CHECK-DAG: define hidden void @unknown(ptr %args, ptr %state){{.*}} !falx.dispatch ![[ROWS]]
; CHECK-DAG: define hidden void @groups(ptr %args, ptr %state){{.*}} !falx.dispatch ![[GROUPS:[0-9]+]]
; CHECK-DAG: ![[COLUMNS]] = !{i32 8193, i32 1}
; CHECK-DAG: ![[ROWS]] = !{i32 1, i32 1}
; CHECK-DAG: ![[GROUPS]] = !{i32 0, i32 0}
; O1-NOT: i32 8193

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)

define spir_kernel void @transposes(ptr %p, i64 %n) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %start = mul i64 %x, %n
  %i = add i64 %start, %y
  %a = getelementptr double, ptr %p, i64 %i
  store double 1.0, ptr %a
  ret void
}
define spir_kernel void @constant(ptr %p, ptr %q) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %start = shl i64 %x, 10
  %i = or disjoint i64 %start, %y
  %a = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %a
  store float %v, ptr %q
  ret void
}
define spir_kernel void @rows(ptr %p, i64 %n) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %start = mul i64 %y, %n
  %i = add i64 %start, %x
  %a = getelementptr double, ptr %p, i64 %i
  store double 1.0, ptr %a
  ret void
}
; A vector that every row reads.
define spir_kernel void @one_column(ptr %p) {
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %a = getelementptr double, ptr %p, i64 %y
  store double 1.0, ptr %a
  ret void
}
; Neighbours in both directions.
define spir_kernel void @diagonal(ptr %p) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %i = add i64 %x, %y
  %a = getelementptr double, ptr %p, i64 %i
  store double 1.0, ptr %a
  ret void
}
define spir_kernel void @unknown(ptr %p, ptr %indices) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %place = getelementptr i64, ptr %indices, i64 %x
  %start = load i64, ptr %place
  %i = add i64 %start, %y
  %a = getelementptr double, ptr %p, i64 %i
  store double 1.0, ptr %a
  ret void
}
; Work-groups have an order of their own.
define spir_kernel void @groups(ptr %p, i64 %n) {
  %x = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %start = mul i64 %x, %n
  %i = add i64 %start, %y
  %a = getelementptr double, ptr %p, i64 %i
  store double 1.0, ptr %a
  ret void
}
