; An inclusive scan takes log2(lanes) steps.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[ONE:.*]] = shufflevector <4 x i32> %[[X:.*]], <4 x i32> {{.*}}, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: %[[Y:.*]] = add <4 x i32> %[[ONE]], %[[X]]
; CHECK: %[[TWO:.*]] = shufflevector <4 x i32> %[[Y]], <4 x i32> {{.*}}, <4 x i32> <i32 4, i32 4, i32 0, i32 1>
; CHECK: add <4 x i32> %[[TWO]], %[[Y]]
; CHECK-NEXT: store <4 x i32>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call i32 @_Z30__spirv_GroupNonUniformIAddIiET_iiS0_(i32 3, i32 1, i32 %x)
  store i32 %y, ptr %q
  ret void
}
declare i32 @_Z30__spirv_GroupNonUniformIAddIiET_iiS0_(i32, i32, i32) convergent memory(none)
!0 = !{i32 0, i32 0}
declare i64 @__falx_ncpu_global_id(ptr, i32)
