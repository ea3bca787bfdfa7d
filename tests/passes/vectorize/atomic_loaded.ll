; What is loaded for an atomic operation's address alone is loaded lane by lane too, and so is the address computed.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: <4 x
; CHECK: lane:
; CHECK: %[[P:.*]] = getelementptr i8, ptr %{{.*}}, i64
; CHECK: %[[X:.*]] = load atomic i8, ptr %[[P]] unordered, align 1
; CHECK: %[[I:.*]] = zext i8 %[[X]] to i64
; CHECK: %[[Q:.*]] = getelementptr i32, ptr %b, i64 %[[I]]
; CHECK: atomicrmw add ptr %[[Q]], i32 1
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i8, ptr %a, i64 %id
  %x = load i8, ptr %p
  %i = zext i8 %x to i64
  %q = getelementptr i32, ptr %b, i64 %i
  %o = atomicrmw add ptr %q, i32 1 monotonic
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
