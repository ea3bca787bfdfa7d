; A load through a uniform pointer in a block that lanes may be absent from runs only if one is
; there: the pointer may be good for nothing otherwise.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[MASK:.*]] = icmp sgt <4 x i32>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[MASK]] to i4
; CHECK: %[[NONE:.*]] = icmp eq i4 %[[BITS]], 0
; CHECK: br i1 %[[NONE]], label %e, label %guarded
; CHECK: guarded:
; CHECK-NEXT: load i32, ptr %a
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %q
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  %y = load i32, ptr %a
  %z = add i32 %y, %x
  store i32 %z, ptr %q
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
