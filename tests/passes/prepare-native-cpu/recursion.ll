; What is left of functions that call each other takes the state.
; RUN: falx-opt -S -O2 -passes=prepare-native-cpu %s -o - | FileCheck %s

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

; CHECK: define internal i64 @odd(i64 %n, ptr noundef nonnull %state)
; CHECK: call i64 @odd(i64 %{{.*}}, ptr %state)
define internal spir_func i64 @even(i64 %n) {
  %done = icmp eq i64 %n, 0
  br i1 %done, label %end, label %more
more:
  %m = sub i64 %n, 1
  %r = call spir_func i64 @odd(i64 %m)
  ret i64 %r
end:
  ret i64 1
}

define internal spir_func i64 @odd(i64 %n) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %s = sub i64 %n, %id
  %r = call spir_func i64 @even(i64 %s)
  ret i64 %r
}

; CHECK: @k.NativeCPUKernel
; CHECK: call i64 @odd(i64 8, ptr %state)
define spir_kernel void @k(ptr %p) {
  %r = call spir_func i64 @even(i64 9)
  store i64 %r, ptr %p
  ret void
}
