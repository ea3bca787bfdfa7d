; A load does not go past what its own work-item writes in between.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[X:.*]] = load <4 x i8>
; CHECK: store <4 x i8>
; CHECK: lane:
; CHECK: extractelement <4 x i8> %[[X]]
; CHECK: atomicrmw add
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i8, ptr %a, i64 %id
  %x = load i8, ptr %p
  store i8 0, ptr %p
  %i = zext i8 %x to i64
  %q = getelementptr i32, ptr %b, i64 %i
  %o = atomicrmw add ptr %q, i32 1 monotonic
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
