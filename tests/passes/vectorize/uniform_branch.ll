; A branch on a uniform condition stays a branch, and its blocks are not masked.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[C:.*]] = icmp sgt i32 %n, 5
; CHECK: br i1 %[[C]], label %t, label %e
; CHECK: t:
; CHECK-NOT: masked
; CHECK: store <4 x i32>
; CHECK-NEXT: br label %e
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %n, 5
  br i1 %c, label %t, label %e
t:
  %y = sdiv i32 %x, %n
  store i32 %y, ptr %q
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
