; Barriers stand in every form, with their numbers.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: store <4 x i32>
; CHECK-NEXT: call void @__falx_ncpu_barrier(i32 1)
; CHECK: load i32, ptr %b
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4.masked(
; CHECK: call void @__falx_ncpu_barrier(i32 1)
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  store i32 %x, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %y = load i32, ptr %b
  store i32 %y, ptr %p
  ret void
}
declare void @__falx_ncpu_barrier(i32) convergent noduplicate
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
declare i64 @__falx_ncpu_global_id(ptr, i32)
