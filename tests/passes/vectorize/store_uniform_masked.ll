; A store of a uniform value to a uniform address happens if any lane is there.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: br i1 %any.not, label %e, label %guarded
; CHECK: guarded:
; CHECK-NEXT: store i32 %n, ptr %a
; CHECK-NEXT: br label %e
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %q
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  store i32 %n, ptr %a
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
