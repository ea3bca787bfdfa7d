; A uniform division in a masked block runs only if a lane is there.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: br i1 %any.not, label %e, label %guarded
; CHECK: guarded:
; CHECK-NEXT: %[[M:.*]] = load i32, ptr %b
; CHECK-NEXT: udiv i32 1000, %[[M]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp ne i32 %x, 0
  br i1 %c, label %t, label %e
t:
  %m = load i32, ptr %b
  %z = udiv i32 1000, %m
  %y = add i32 %x, %z
  store i32 %y, ptr %p
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
