; The id itself is below 2^31: cut and extended it is the id.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[ID:.*]] = call i64 @__falx_ncpu_global_id(
; CHECK-NOT: <4 x i64>
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %i = trunc i64 %id to i32
  %k = zext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %k
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
