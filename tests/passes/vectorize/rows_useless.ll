; Where no address hangs on it a mask is one instruction for all lanes.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: row
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %x = and i64 %id, 1023
  %r = getelementptr i64, ptr %a, i64 %id
  store i64 %x, ptr %r
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
