; In a masked block, not for nobody: it may divide.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: br i1 %any.not, label %e, label %guarded
; CHECK: guarded:
; CHECK: %[[M:.*]] = load i32, ptr %b
; CHECK: call i32 @f(i32 %[[M]])
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  %m = load i32, ptr %b
  %y = call i32 @f(i32 %m)
  %z = add i32 %x, %y
  store i32 %z, ptr %q
  br label %e
e:
  ret void
}
declare i32 @f(i32) memory(none) nounwind willreturn
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
