; An or of numbers without common bits is a sum: the address stays strided.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[P:.*]] = getelementptr i8, ptr %{{.*}}, i64 2
; CHECK: load <4 x i32>, ptr %[[P]], align 2
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %i = shl i64 %id, 2
  %j = or disjoint i64 %i, 2
  %p = getelementptr i8, ptr %a, i64 %j
  %x = load i32, ptr %p, align 2
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
