; A barrier of the device is one of a work-group, with a note; the kernel's flags say it (NC-7).
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK: define internal void @k.NativeCPUKernel(ptr {{.*}} %state){{.*}} !falx.dispatch ![[DISPATCH:[0-9]+]]
; CHECK-NEXT: call void @__falx_ncpu_barrier(i32 1), !falx.fence !{{[0-9]+}}, !falx.root ![[ROOT:[0-9]+]]
; CHECK-NEXT: call void @__falx_ncpu_barrier(i32 2){{$}}
; CHECK-DAG: ![[DISPATCH]] = !{i32 68, i32 0}
; CHECK-DAG: ![[ROOT]] = !{}
define spir_kernel void @k() {
  call void @_Z22__spirv_ControlBarrieriii(i32 1, i32 1, i32 784)
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
