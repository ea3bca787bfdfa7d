; A kernel has the attributes of the function that it is, found through the headers (KL-11);
; of functions called from there it has the aspects alone.
; RUN: falx-opt -passes=kernel-attributes -S %s | FileCheck-22 %s
; RUN: falx-opt -passes=kernel-attributes,opencl-metadata --target=spir64 -S %s | FileCheck-22 %s --check-prefixes=CHECK,SPIRV
; RUN: sed s/spir_kernel/ptx_kernel/ %s | falx-opt -passes=kernel-attributes,hide-host-code,nvvm-attributes --target=nvptx64-nvidia-cuda -S - | FileCheck-22 %s --check-prefixes=PTX

; CHECK: define spir_kernel void @_ZTS6Kernel(ptr %k){{.*}} !falx.reqd_work_group_size ![[SIZE:[0-9]+]] !falx.work_group_size_hint ![[HINT:[0-9]+]] !falx.reqd_sub_group_size ![[SUB:[0-9]+]] !falx.device_has ![[HAS:[0-9]+]]
; CHECK: define spir_kernel void @_ZTS5Plain(ptr %k) {
; CHECK-DAG: ![[SIZE]] = !{i32 2, i32 16, !"a.cpp:3:40"}
; CHECK-DAG: ![[HINT]] = !{i32 8, !"a.cpp:3:60"}
; CHECK-DAG: ![[SUB]] = !{i32 32, !"a.cpp:4:7"}
; CHECK-DAG: ![[HAS]] = !{i32 6, i32 28, !"a.cpp:5:9"}
; x moves fastest: it is the last number in the source
; SPIRV-DAG: = !{i32 16, i32 2, i32 1}
; SPIRV-DAG: = !{i32 8, i32 1, i32 1}
; SPIRV-DAG: = !{i32 32}
; PTX: define ptx_kernel void @_ZTS6Kernel(ptr %k) #[[A:[0-9]+]]
; PTX: attributes #[[A]] = { "nvvm.reqntid"="16,2,1" }
; What no device can launch is left to the runtime.
; RUN: sed "s/spir_kernel/ptx_kernel/; s/i64 16, i64 1/i64 4096, i64 1/" %s | falx-opt -passes=kernel-attributes,hide-host-code,nvvm-attributes --target=nvptx64-nvidia-cuda -S - | FileCheck-22 %s --check-prefixes=LARGE
; LARGE-NOT: "nvvm.reqntid"

@size = private constant [26 x i8] c"falx.reqd_work_group_size\00"
@hint = private constant [26 x i8] c"falx.work_group_size_hint\00"
@sub = private constant [25 x i8] c"falx.reqd_sub_group_size\00"
@has = private constant [16 x i8] c"falx.device_has\00"
@other = private constant [14 x i8] c"sycl_external\00"
@file = private constant [6 x i8] c"a.cpp\00"
@size.args = private constant { i32, i32, i64, i64, i64, i64 } { i32 3, i32 40, i64 2, i64 2, i64 16, i64 1 }
@hint.args = private constant { i32, i32, i64, i64, i64, i64 } { i32 3, i32 60, i64 1, i64 8, i64 1, i64 1 }
@sub.args = private constant { i32, i32, i64, i64, i64, i64 } { i32 4, i32 7, i64 1, i64 32, i64 1, i64 1 }
@sub.args.4 = private constant { i32, i32, i64, i64, i64, i64 } { i32 14, i32 7, i64 1, i64 4, i64 1, i64 1 }
; 1 << 6 | 1 << 28
@has.args = private constant { i32, i32, i64 } { i32 5, i32 9, i64 268435520 }
@llvm.global.annotations = appending global [7 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @_ZNK6ObjectclEv, ptr @size, ptr @file, i32 3, ptr @size.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @_ZNK6ObjectclEv, ptr @size, ptr @file, i32 3, ptr @size.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @_ZNK6ObjectclEv, ptr @hint, ptr @file, i32 3, ptr @hint.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @_ZNK6ObjectclEv, ptr @sub, ptr @file, i32 4, ptr @sub.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @_ZNK6ObjectclEv, ptr @has, ptr @file, i32 5, ptr @has.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @_Z4usedv, ptr @sub, ptr @file, i32 14, ptr @sub.args.4 },
  { ptr, ptr, ptr, i32, ptr } { ptr @_Z4usedv, ptr @other, ptr @file, i32 14, ptr null }
], section "llvm.metadata"

define spir_kernel void @_ZTS6Kernel(ptr %k) {
  call void @_ZN4sycl6detail4callEv(ptr %k)
  ret void
}

define internal void @_ZN4sycl6detail4callEv(ptr %k) {
  call void @_ZNK6ObjectclEv(ptr %k)
  ret void
}

define internal void @_ZNK6ObjectclEv(ptr %k) {
  call void @_Z4usedv()
  ret void
}

define void @_Z4usedv() {
  ret void
}

define spir_kernel void @_ZTS5Plain(ptr %k) {
  call void @_ZN5PlainclEv()
  ret void
}

define internal void @_ZN5PlainclEv() {
  call void @_Z4usedv()
  ret void
}
