; A bit that is only tested is the same for all lanes of a row.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: row:
; CHECK: %[[IS:.*]] = icmp eq i64
; CHECK: br i1 %[[IS]], label %[[ROW:.*]], label %rows.several
; CHECK: [[ROW]]:
; CHECK: %[[BIT:.*]] = and i64 %{{.*}}, %n
; CHECK: %[[C:.*]] = icmp eq i64 %[[BIT]], 0
; CHECK: select i1 %[[C]], i32
; CHECK: rows.several:
; CHECK: and <4 x i32>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %m = lshr i64 %id, 5
  %p = getelementptr i32, ptr %a, i64 %m
  %u = load i32, ptr %p
  %bit = and i64 %id, %n
  %c = icmp eq i64 %bit, 0
  %s = select i1 %c, i32 %u, i32 7
  %r = getelementptr i32, ptr %b, i64 %id
  store i32 %s, ptr %r
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
