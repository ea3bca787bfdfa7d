; Lanes that are absent add nothing, and without lanes nothing is done.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: br i1 %any.not, label %e, label %guarded
; CHECK: guarded:
; CHECK: %[[X:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: %[[S:.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[X]])
; CHECK: atomicrmw add ptr %b, i32 %[[S]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  %o = atomicrmw add ptr %b, i32 %x monotonic
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
