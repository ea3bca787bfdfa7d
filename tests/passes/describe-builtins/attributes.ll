; The optimizer learns of work-item builtins, and of nothing else, that they read nothing and always return, and
; that calls of them may be moved.
; RUN: falx-opt -S -passes=describe-builtins %s | FileCheck-22 %s

; CHECK: call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0){{$}}
; CHECK: call void @other() #[[CALL:[0-9]+]]
; CHECK: declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32) #[[BUILTIN:[0-9]+]]
; CHECK: declare void @other() #[[CALL]]
; CHECK-DAG: attributes #[[CALL]] = { convergent }
; CHECK-DAG: attributes #[[BUILTIN]] = { nofree nosync nounwind speculatable willreturn memory(none) }

define spir_kernel void @K(ptr %p) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0) #0
  call void @other() #0
  store i64 %id, ptr %p
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32) #0
declare void @other() #0
attributes #0 = { convergent }
