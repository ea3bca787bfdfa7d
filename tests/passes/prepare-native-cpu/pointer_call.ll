; A function that needs the state cannot be called through a pointer yet.
; RUN: not falx-opt -S -O0 -passes=prepare-native-cpu %s -o - 2>&1 | FileCheck %s

; CHECK: error: 'reads_id' asks for work-item ids and cannot be called through a pointer on native_cpu yet
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define spir_func i64 @reads_id() {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  ret i64 %id
}
define spir_kernel void @k(ptr %p) {
  store ptr @reads_id, ptr %p
  ret void
}
