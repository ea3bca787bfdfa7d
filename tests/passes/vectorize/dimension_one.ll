; Ids of dimensions 1 and 2 are the same in all lanes, and so is what they address.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[Y:.*]] = call i64 @__falx_ncpu_global_id(ptr %state, i32 1)
; CHECK: %[[P:.*]] = getelementptr i32, ptr %a, i64 %[[Y]]
; CHECK: load i32, ptr %[[P]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %y = call i64 @__falx_ncpu_global_id(ptr %state, i32 1)
  %p = getelementptr i32, ptr %a, i64 %y
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
