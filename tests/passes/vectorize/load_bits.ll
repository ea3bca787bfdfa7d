; What is no whole number of bytes has no vector in memory: lane by lane.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: lane:
; CHECK: %[[X:.*]] = load i1, ptr
; CHECK: insertelement <4 x i1> %{{.*}}, i1 %[[X]]
; CHECK: zext <4 x i1>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i8, ptr %a, i64 %id
  %x = load i1, ptr %p
  %y = zext i1 %x to i32
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %y, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
