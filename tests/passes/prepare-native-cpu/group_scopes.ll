; From -O2 on accesses say which block of group memory they are to, and that others are not; a block whose
; address goes elsewhere is any memory's.
; RUN: falx-opt -S -O2 -passes=prepare-native-cpu %s -o - | FileCheck-22 %s
; RUN: falx-opt -S -O0 -passes=prepare-native-cpu %s -o - | FileCheck-22 --check-prefix=NONE %s

; NONE-NOT: !noalias
; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: load i32, ptr %in, align 4, !noalias ![[BOTH:[0-9]+]]
; CHECK: store i32 %x, ptr %at, align 4, !alias.scope ![[FIRST:[0-9]+]], !noalias ![[SECOND:[0-9]+]]
; CHECK: load atomic i32, ptr %{{.*}} monotonic, align 4, !alias.scope ![[SECOND]], !noalias ![[FIRST]]
; CHECK: store i32 %x, ptr %{{.*}}, align 4, !noalias ![[BOTH]]
; CHECK: store ptr %{{.*}}, ptr %in, align 8, !noalias ![[BOTH]]
; CHECK: ![[BOTH]] = !{![[A:[0-9]+]], ![[B:[0-9]+]]}
; CHECK: ![[A]] = !{!"falx.group_memory.0", ![[DOMAIN:[0-9]+]]}
; CHECK: ![[DOMAIN]] = !{!"k"}
; CHECK: ![[B]] = !{!"falx.group_memory.1", ![[DOMAIN]]}
; CHECK: ![[FIRST]] = !{![[A]]}
; CHECK: ![[SECOND]] = !{![[B]]}
define spir_kernel void @k(ptr %in, i64 %i) {
  %a = call ptr @_Z19__falx_group_memorymm(i64 64, i64 4)
  %b = call ptr @_Z19__falx_group_memorymm(i64 8, i64 4)
  %c = call ptr @_Z19__falx_group_memorymm(i64 8, i64 8)
  %x = load i32, ptr %in, align 4
  %at = getelementptr i32, ptr %a, i64 %i
  store i32 %x, ptr %at, align 4
  %same = call ptr @__falx_group_pointer(ptr %b)
  %y = load atomic i32, ptr %same monotonic, align 4
  store i32 %x, ptr %c, align 4
  store ptr %c, ptr %in, align 8
  ret void
}
declare ptr @_Z19__falx_group_memorymm(i64, i64)
declare ptr @__falx_group_pointer(ptr)
