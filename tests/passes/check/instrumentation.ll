; What sanitizers add to a kernel, counters and descriptions without names and calls of their library, is no
; fault of the user's.
; RUN: falx-opt -passes=check -S %s | FileCheck %s

; CHECK: define spir_kernel void @_ZTS6Kernel
@0 = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@1 = private unnamed_addr global { ptr, i32, ptr } { ptr null, i32 3, ptr @0 }
@__sancov_gen_ = private global [1 x i8] zeroinitializer

define spir_kernel void @_ZTS6Kernel(ptr %k) {
  call void @__ubsan_handle_add_overflow(ptr @1, i64 1, i64 2)
  store i8 1, ptr @__sancov_gen_
  ret void
}
declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
