; In a masked block it is called for the lanes that are there.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[MASK:.*]] = icmp sgt <4 x i32>
; CHECK: lane:
; CHECK: %[[ACTIVE:.*]] = extractelement <4 x i1> %[[MASK]], i32
; CHECK-NEXT: br i1 %[[ACTIVE]], label %lane.active, label %lane.next
; CHECK: lane.active:
; CHECK: call void @f(i32
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  call void @f(i32 %x)
  br label %e
e:
  ret void
}
declare void @f(i32)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
