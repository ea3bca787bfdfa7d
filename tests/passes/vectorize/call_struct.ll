; Answers that are structures are put together member by member.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: lane:
; CHECK: phi { <4 x i32>, <4 x i64> }
; CHECK: %[[Y:.*]] = call { i32, i64 } @f(
; CHECK-DAG: extractvalue { i32, i64 } %[[Y]], 0
; CHECK-DAG: extractvalue { i32, i64 } %[[Y]], 1
; CHECK: lanes.done:
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call {i32, i64} @f(i32 %x)
  %z = extractvalue {i32, i64} %y, 0
  %w = extractvalue {i32, i64} %y, 1
  %v = trunc i64 %w to i32
  %u = add i32 %z, %v
  store i32 %u, ptr %q
  ret void
}
declare {i32, i64} @f(i32)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
