; Addresses that grow by the element size from lane to lane are one vector load and one vector
; store, from the first lane's address, with the alignment of one element.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[ID:.*]] = call i64 @__falx_ncpu_global_id(
; CHECK: %[[P:.*]] = getelementptr i32, ptr %a, i64 %[[ID]]
; CHECK: load <4 x i32>, ptr %[[P]], align 4
; CHECK: %[[Q:.*]] = getelementptr i32, ptr %b, i64 %[[ID]]
; CHECK: store <4 x i32> %{{.*}}, ptr %[[Q]], align 4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %p, align 4
  %y = add i32 %x, %n
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %y, ptr %q, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
