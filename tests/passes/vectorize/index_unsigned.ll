; An index of 32 bits without sign: an id and a number added, cut to the low half.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-SAME: !falx.vector ![[V:[0-9]+]]
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: gather
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK: ret void
; CHECK: ![[V]] = !{i32 4, i32 0, i64 2147483576, ptr
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %more = add i64 %id, 7
  %j = and i64 %more, 4294967295
  %q = getelementptr i32, ptr %a, i64 %j
  %y = load i32, ptr %q, align 4
  %r = getelementptr i32, ptr %b, i64 %id
  store i32 %y, ptr %r, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
