; Memory whose size the launch gives is read from the state, at every call site the same; the kernel is
; dispatched by work-groups and has FALX_KERNEL_USES_LOCAL_MEMORY and FALX_KERNEL_USES_LAUNCH_MEMORY.
; Callers become part of the kernel.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK: define internal void @k.NativeCPUKernel(ptr %out, ptr {{.*}} %state){{.*}} !falx.dispatch ![[DISPATCH:[0-9]+]]
; CHECK: %[[FIELD:.*]] = getelementptr inbounds i8, ptr %state, i64 184
; CHECK-NEXT: %[[FIRST:.*]] = load ptr, ptr %[[FIELD]], align 8, !invariant.load
; CHECK: %[[FIELD2:.*]] = getelementptr inbounds i8, ptr %state, i64 184
; CHECK-NEXT: %[[SECOND:.*]] = load ptr, ptr %[[FIELD2]], align 8, !invariant.load
; CHECK: store ptr %[[FIRST]], ptr %out
; CHECK: store ptr %[[SECOND]], ptr %out
; CHECK: ![[DISPATCH]] = !{i32 130, i32 0}
; CHECK-NOT: __falx_launch_memory
define spir_kernel void @k(ptr %out) {
  %a = call ptr @_Z20__falx_launch_memoryv()
  %b = call ptr @_Z20__falx_launch_memoryv()
  store ptr %a, ptr %out
  store ptr %b, ptr %out
  ret void
}
declare ptr @_Z20__falx_launch_memoryv()
