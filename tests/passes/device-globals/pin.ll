; Device globals are out of the optimizer's reach, and back in the context's table (DG-7, DG-11, DG-22, DG-23).
; RUN: falx-opt -S -passes=device-globals %s -o - | FileCheck %s
; RUN: falx-opt -S -passes=check,device-globals,export-entries,internalize,lower-device-globals %s -o - | FileCheck --check-prefix=LOWERED %s
; RUN: falx-opt -S --target=spir64 -passes=device-globals,decorate-device-globals,internalize %s -o - | FileCheck --check-prefix=OTHER %s

%"struct.sycl::detail::falx_device_global_pointer" = type { ptr }
%"struct.sycl::detail::falx_device_global_value.1" = type { i32 }
%storage = type { %"struct.sycl::detail::falx_device_global_pointer", ptr, i32 }
%scoped = type { %storage.1 }
%storage.1 = type { %"struct.sycl::detail::falx_device_global_value.1", ptr }

; CHECK: @counter = external global %storage, align 8
; CHECK: @scoped = external global %scoped, align 8
; CHECK: @elsewhere = external global %storage
; CHECK-NOT: @unused
; OTHER: @counter = externally_initialized global %storage {{.*}}!spirv.Decorations [[COUNTER:![0-9]+]]
; OTHER: @scoped = externally_initialized global %scoped {{.*}}!spirv.Decorations [[SCOPED:![0-9]+]]
; OTHER-DAG: [[COUNTER]] = !{[[A1:![0-9]+]]}
; OTHER-DAG: [[A1]] = !{i32 6188, i32 3, !"counter"}
; OTHER-DAG: [[SCOPED]] = !{[[A2:![0-9]+]], [[A3:![0-9]+]], [[A4:![0-9]+]]}
; OTHER-DAG: [[A2]] = !{i32 6188, i32 1, !"scoped"}
; OTHER-DAG: [[A3]] = !{i32 6190, i32 1}
; OTHER-DAG: [[A4]] = !{i32 6191, i32 0}
@counter = global %storage { %"struct.sycl::detail::falx_device_global_pointer" zeroinitializer, ptr @device_global_storage_descriptor, i32 7 }, align 8
@scoped = global %scoped { %storage.1 { %"struct.sycl::detail::falx_device_global_value.1" { i32 258 }, ptr @device_global_storage_scoped } }, align 8
@elsewhere = external global %storage, align 8
@unused = internal global %storage { %"struct.sycl::detail::falx_device_global_pointer" zeroinitializer, ptr @device_global_storage_descriptor, i32 0 }, align 8
@device_global_storage_descriptor = linkonce_odr constant { i32, i32, i32, i32, i32, i32 } { i32 4, i32 0, i32 16, i32 3, i32 0, i32 0 }
@device_global_storage_scoped = linkonce_odr constant { i32, i32, i32, i32, i32, i32 } { i32 4, i32 1, i32 0, i32 1, i32 2, i32 1 }

; LOWERED: @counter.falx_global = weak_odr hidden externally_initialized global i64 0
; LOWERED-NOT: @counter =
; LOWERED-LABEL: define spir_kernel void @k
; LOWERED: %[[T:.*]] = call i64 @__spirv_BuiltInDeviceGlobals(i32 0)
; LOWERED: load i64, ptr @counter.falx_global{{.*}} !invariant.load
; LOWERED: %[[P:.*]] = getelementptr inbounds ptr, ptr %{{.*}}, i64 %falx.number
; LOWERED: %pointer = load ptr, ptr %falx.global{{.*}}, {{.*}}!invariant.load
define spir_kernel void @k(ptr %out) {
  %pointer = load ptr, ptr @counter, align 8
  %value = load i32, ptr %pointer
  store i32 %value, ptr %out
  %there = load ptr, ptr @elsewhere
  store i32 1, ptr %there
  ret void
}

; The address of an image-scoped one is in the table.
; LOWERED-LABEL: define internal void @writes
; LOWERED: %[[V:.*]] = load ptr, ptr %falx.global{{.*}} !invariant.load
; LOWERED: store i32 5, ptr %[[V]]
define void @writes() "sycl_external" {
  store i32 5, ptr @scoped
  ret void
}

; CHECK: !falx.device_globals = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]]}
; CHECK-DAG: [[A]] = !{!"counter", i32 4, i32 0, !"\07\00\00\00", !""}
; CHECK-DAG: [[B]] = !{!"scoped", i32 4, i32 1, !"\02\01\00\00", !"", [[WRITES:![0-9]+]]}
; CHECK-DAG: [[WRITES]] = !{!"writes", !""}
; CHECK-DAG: [[C]] = !{!"elsewhere", i32 0, i32 0, !"", !""}
