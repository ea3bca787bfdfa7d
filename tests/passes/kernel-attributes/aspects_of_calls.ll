; A kernel needs the aspects of all the functions that it may call, each once (SYCL 2020, 5.8.2).
; RUN: falx-opt -passes=kernel-attributes -S %s | FileCheck-22 %s

; CHECK: define spir_kernel void @_ZTS6Kernel(ptr %p) !falx.device_has ![[OWN:[0-9]+]]
; CHECK: define spir_kernel void @_ZTS5Plain(ptr %p) !falx.device_has ![[HAS:[0-9]+]]
; CHECK: define spir_kernel void @_ZTS4None(ptr %p) {
; CHECK-DAG: ![[OWN]] = !{i32 5, i32 6, i32 28, !"a.cpp:3:7"}
; CHECK-DAG: ![[HAS]] = !{i32 28, i32 6, !"a.cpp:5:7"}

@has = private constant [16 x i8] c"falx.device_has\00"
@file = private constant [6 x i8] c"a.cpp\00"
@args.3 = private constant { i32, i32, i64 } { i32 3, i32 7, i64 96 } ; fp16, fp64
@args.4 = private constant { i32, i32, i64 } { i32 4, i32 7, i64 64 } ; fp64
@args.5 = private constant { i32, i32, i64 } { i32 5, i32 7, i64 268435456 } ; atomic64
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @_ZNK6ObjectclEv, ptr @has, ptr @file, i32 3, ptr @args.3 },
  { ptr, ptr, ptr, i32, ptr } { ptr @declared, ptr @has, ptr @file, i32 4, ptr @args.4 },
  { ptr, ptr, ptr, i32, ptr } { ptr @helper, ptr @has, ptr @file, i32 5, ptr @args.5 }
], section "llvm.metadata"

define spir_kernel void @_ZTS6Kernel(ptr %p) {
  call void @_ZNK6ObjectclEv(ptr %p)
  ret void
}

define internal void @_ZNK6ObjectclEv(ptr %p) {
  call void @helper()
  ret void
}

define spir_kernel void @_ZTS5Plain(ptr %p) {
  call void @helper()
  ret void
}

define spir_kernel void @_ZTS4None(ptr %p) {
  ret void
}

define internal void @helper() {
  call void @declared()
  ret void
}

declare void @declared()
