; Each call site of group memory is a block at the start of the work-group's frame, the scratch of its
; sub-groups one buffer behind that (NC-11).
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK: define internal void @k.NativeCPUKernel(ptr %out, ptr {{.*}} %state){{.*}}!falx.group ![[GROUP:[0-9]+]] !falx.dispatch ![[DISPATCH:[0-9]+]]
; CHECK: %[[FIELD:.*]] = getelementptr inbounds i8, ptr %state, i64 152
; CHECK-NEXT: %[[FRAME:.*]] = load ptr, ptr %[[FIELD]], align 8, !invariant.load
; CHECK-NEXT: getelementptr inbounds i8, ptr %[[FRAME]], i64 0
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 64
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 128
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 128
; CHECK: ![[GROUP]] = !{i32 0, i32 128, i32 32}
; CHECK: ![[DISPATCH]] = !{i32 2, i32 0}
define spir_kernel void @k(ptr %out) {
  %a = call ptr @_Z19__falx_group_memorymm(i64 33, i64 4)
  %b = call ptr @_Z19__falx_group_memorymm(i64 8, i64 64)
  %c = call ptr @_Z20__falx_group_scratchm(i64 4)
  %d = call ptr @_Z20__falx_group_scratchm(i64 24)
  store ptr %a, ptr %out
  store ptr %b, ptr %out
  store ptr %c, ptr %out
  store ptr %d, ptr %out
  ret void
}
declare ptr @_Z19__falx_group_memorymm(i64, i64)
declare ptr @_Z20__falx_group_scratchm(i64)
