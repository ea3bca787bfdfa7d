; Code with device_has is told of features it does not list; declared functions have those of their
; own attribute (SYCL 2020, 5.8.1 and 5.8.2).
; RUN: falx-opt -passes=kernel-attributes -o /dev/null %s 2>&1 | FileCheck-22 %s

; CHECK: falx-opt: warning: in function 'helper': this uses a feature of sycl::aspect::fp64, which a device_has attribute does not list
; CHECK-NEXT: falx-opt: note: called from 'user'
; CHECK-NEXT: a.cpp:3:7: note: the attribute is here
; CHECK-NEXT: falx-opt: warning: in function 'user': this uses a feature of sycl::aspect::atomic64, which a device_has attribute does not list
; CHECK-NEXT: a.cpp:3:7: note: the attribute is here
; CHECK-NOT: warning

@has = private constant [16 x i8] c"falx.device_has\00"
@file = private constant [6 x i8] c"a.cpp\00"
@args.3 = private constant { i32, i32, i64 } { i32 3, i32 7, i64 32 } ; fp16
@args.4 = private constant { i32, i32, i64 } { i32 4, i32 7, i64 268435456 } ; atomic64
@args.5 = private constant { i32, i32, i64 } { i32 5, i32 7, i64 64 } ; fp64
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @user, ptr @has, ptr @file, i32 3, ptr @args.3 },
  { ptr, ptr, ptr, i32, ptr } { ptr @declared, ptr @has, ptr @file, i32 4, ptr @args.4 },
  { ptr, ptr, ptr, i32, ptr } { ptr @listed, ptr @has, ptr @file, i32 5, ptr @args.5 }
], section "llvm.metadata"

define void @user(ptr %p) {
  %h = load half, ptr %p
  call void @helper(ptr %p)
  call void @helper(ptr %p)
  call void @declared()
  ret void
}

define internal void @helper(ptr %p) {
  %d = load double, ptr %p
  ret void
}

define void @listed(ptr %p) {
  %d = load double, ptr %p
  ret void
}

declare void @declared()
