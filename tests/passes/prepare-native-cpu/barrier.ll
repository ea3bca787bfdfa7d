; Barriers of a work-group are numbered; one that orders memory for other groups notes the fence; that
; of a sub-group is a fence, of one thread at least. The kernel is not dispatched by work-items (NC-7).
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK: define internal void @k.NativeCPUKernel(ptr {{.*}} %state){{.*}}!falx.group ![[GROUP:[0-9]+]] !falx.dispatch ![[DISPATCH:[0-9]+]]
; CHECK-NEXT: call void @__falx_ncpu_barrier(i32 1){{$}}
; CHECK-NEXT: call void @__falx_ncpu_barrier(i32 2), !falx.fence ![[FENCE:[0-9]+]]
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: ret void
; CHECK: declare void @__falx_ncpu_barrier(i32) #[[FACTS:[0-9]+]]
; CHECK: attributes #[[FACTS]] = { convergent noduplicate nounwind willreturn }
; CHECK-DAG: ![[GROUP]] = !{i32 2, i32 0, i32 0}
; CHECK-DAG: ![[DISPATCH]] = !{i32 4, i32 0}
; CHECK-DAG: ![[FENCE]] = !{i32 7}
define spir_kernel void @k() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 1, i32 272)
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 3, i32 272)
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 1, i32 264)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
