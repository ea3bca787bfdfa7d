; A convergent reduction is not moved into the branch that alone uses it: there fewer lanes would
; take part.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[X:.*]] = load <4 x i32>
; CHECK-NEXT: call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[X]])
; CHECK: call void @llvm.masked.store.v4i32.p0(
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call i32 @_Z30__spirv_GroupNonUniformIAddIiET_iiS0_(i32 3, i32 0, i32 %x)
  %c = icmp eq i32 %x, 0
  br i1 %c, label %t, label %e
t:
  store i32 %y, ptr %q
  br label %e
e:
  ret void
}
declare i32 @_Z30__spirv_GroupNonUniformIAddIiET_iiS0_(i32, i32, i32) convergent memory(none)
!0 = !{i32 0, i32 0}
declare i64 @__falx_ncpu_global_id(ptr, i32)
