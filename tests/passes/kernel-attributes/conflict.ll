; What differs is an error with its place (KL-11); what is said twice is not.
; RUN: not falx-opt -passes=kernel-attributes -o /dev/null %s 2>&1 | FileCheck-22 %s

; CHECK: a.cpp:4:7: error: 'reqd_sub_group_size' is given twice for one kernel or function, with different arguments; leave one out
; CHECK-NEXT: a.cpp:3:7: note: the other one is here
; CHECK-NEXT: a.cpp:5:7: error: -4 is no size: 'reqd_sub_group_size' takes positive numbers
; CHECK-NEXT: a.cpp:6:7: error: 'reqd_sub_group_size' takes one number, not 2
; CHECK-NEXT: a.cpp:7:7: error: 'device_has' takes values of sycl::aspect, and an argument is none
; CHECK-NEXT: a.cpp:8:7: error: 'device_has' takes values of sycl::aspect, and an argument is none
; CHECK-NOT: error

@sub = private constant [25 x i8] c"falx.reqd_sub_group_size\00"
@has = private constant [16 x i8] c"falx.device_has\00"
@file = private constant [6 x i8] c"a.cpp\00"
@args.3 = private constant { i32, i32, i64, i64, i64, i64 } { i32 3, i32 7, i64 1, i64 8, i64 1, i64 1 }
@args.4 = private constant { i32, i32, i64, i64, i64, i64 } { i32 4, i32 7, i64 1, i64 16, i64 1, i64 1 }
@args.5 = private constant { i32, i32, i64, i64, i64, i64 } { i32 5, i32 7, i64 1, i64 -4, i64 1, i64 1 }
@args.6 = private constant { i32, i32, i64, i64, i64, i64 } { i32 6, i32 7, i64 2, i64 1, i64 1, i64 1 }
@args.7 = private constant { i32, i32, i64 } { i32 7, i32 7, i64 4611686018427387904 }
@args.8 = private constant { i32, i32, i64 } { i32 8, i32 7, i64 128 }
@llvm.global.annotations = appending global [7 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @sub, ptr @file, i32 3, ptr @args.3 },
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @sub, ptr @file, i32 3, ptr @args.3 },
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @sub, ptr @file, i32 4, ptr @args.4 },
  { ptr, ptr, ptr, i32, ptr } { ptr @g, ptr @sub, ptr @file, i32 5, ptr @args.5 },
  { ptr, ptr, ptr, i32, ptr } { ptr @g, ptr @sub, ptr @file, i32 6, ptr @args.6 },
  { ptr, ptr, ptr, i32, ptr } { ptr @g, ptr @has, ptr @file, i32 7, ptr @args.7 },
  { ptr, ptr, ptr, i32, ptr } { ptr @g, ptr @has, ptr @file, i32 8, ptr @args.8 }
], section "llvm.metadata"

define internal void @f() {
  ret void
}

define internal void @g() {
  ret void
}
