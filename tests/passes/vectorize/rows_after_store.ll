; The test for a cut behind a store would come too late: nothing is stored twice.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: urem i64 %{{.*}}, %n
; CHECK: row:
; CHECK: rows.several:
; CHECK: rows.done:
; CHECK: row{{[0-9]+}}:
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4.masked(
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %x = urem i64 %id, %n
  %q = getelementptr i32, ptr %b, i64 %x
  store i32 1, ptr %q
  %y = urem i64 %id, 100
  %p = getelementptr i32, ptr %a, i64 %y
  store i32 2, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
