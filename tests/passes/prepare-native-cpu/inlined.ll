; At -O1 and up a function that reads an id is inlined; at -O0 and where it says noinline it takes
; the state, and so do its callers.
; RUN: falx-opt -S -O2 -passes=prepare-native-cpu %s -o - | FileCheck %s --check-prefixes=CHECK,FAST
; RUN: falx-opt -S -O0 -passes=prepare-native-cpu %s -o - | FileCheck %s --check-prefixes=CHECK,SLOW

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

; SLOW: define internal i64 @inner(i64 %x, ptr noundef nonnull %state)
; SLOW: call i64 @__falx_ncpu_global_id(ptr %state, i32 1)
; FAST-NOT: @inner(
define internal spir_func i64 @inner(i64 %x) {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %r = add i64 %id, %x
  ret i64 %r
}

; CHECK: define internal i64 @outer(i64 %x, ptr noundef nonnull %state)
; SLOW: call i64 @inner(i64 %x, ptr %state)
define internal spir_func i64 @outer(i64 %x) noinline {
  %r = call spir_func i64 @inner(i64 %x)
  ret i64 %r
}

; CHECK: define internal void @k.NativeCPUKernel(ptr %p, ptr noundef nonnull %state)
; CHECK: call i64 @outer(i64 7, ptr %state)
define spir_kernel void @k(ptr %p) {
  %r = call spir_func i64 @outer(i64 7)
  store i64 %r, ptr %p
  ret void
}
