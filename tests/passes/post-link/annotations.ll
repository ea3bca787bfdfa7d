; The mark of SYCL_EXTERNAL leaves no trace at any level: work-item functions carry it too, and their address is
; not taken by it. A function without it that no kernel calls is host code, whatever it does.
; RUN: falx-post-link --target=native_cpu -O0 -o %t.o %s && llvm-nm %t.o | FileCheck %s
; RUN: falx-post-link --target=native_cpu -O2 -o %t.o %s && llvm-nm %t.o | FileCheck %s

; CHECK-NOT: host
; CHECK: _ZTS6Sample
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

@mark = private unnamed_addr constant [14 x i8] c"sycl_external\00", section "llvm.metadata"
@file = private unnamed_addr constant [6 x i8] c"k.cpp\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z33__spirv_BuiltInGlobalInvocationIdi, ptr @mark, ptr @file, i32 1, ptr null }], section "llvm.metadata"

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  store i64 %id, ptr %out
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define void @_Z4hostv() {
  call void @throws()
  ret void
}
declare void @throws()
