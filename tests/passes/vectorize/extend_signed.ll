; An id cut to 32 bits stays strided where it is extended again, if what was computed in between
; does not wrap: the arithmetic is done again in 64 bits, because the first lane, absent perhaps,
; may wrap.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[N:.*]] = sext i32 %n to i64
; CHECK: getelementptr i32, ptr %{{.*}}, i64 %[[N]]
; CHECK-NEXT: load <4 x i32>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %i = trunc i64 %id to i32
  %j = add nsw i32 %i, %n
  %k = sext i32 %j to i64
  %p = getelementptr i32, ptr %a, i64 %k
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
