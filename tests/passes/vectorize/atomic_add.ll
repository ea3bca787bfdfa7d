; Additions to one place whose answer nobody uses are one: lanes are added up first.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[S:.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32>
; CHECK-NEXT: atomicrmw add ptr %b, i32 %[[S]] monotonic
; CHECK-NOT: atomicrmw
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %o = atomicrmw add ptr %b, i32 %x monotonic
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
