; An index of 32 bits made of several ids times numbers: three apart from lane to lane, and local ids
; leave more room than global ones.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; (2^31 - 1 - 2 - 16 * 2^16) / (3 + 64), less lanes that are not active
; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-SAME: !falx.vector ![[V:[0-9]+]]
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[P:.*]] = getelementptr i8, ptr %a, i64
; CHECK: getelementptr i8, ptr %[[P]], <4 x i64> <i64 0, i64 12, i64 24, i64 36>
; CHECK-NOT: scatter
; CHECK: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: ret void
; CHECK: ![[V]] = !{i32 4, i32 0, i64 32036280, ptr
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %x = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %y = call i64 @__falx_ncpu_global_id(ptr %state, i32 1)
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 1)
  %x3 = mul i64 %x, 12884901888
  %y64 = shl i64 %y, 38
  %l16 = shl i64 %l, 36
  %s = add i64 %x3, %y64
  %t = add i64 %s, %l16
  %u = add i64 %t, 8589934592
  %i = ashr exact i64 %u, 32
  %p = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %p, align 4
  %low = and i64 %x, 4294967295
  %q = getelementptr i32, ptr %b, i64 %low
  store i32 %v, ptr %q, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 1, i32 1}
