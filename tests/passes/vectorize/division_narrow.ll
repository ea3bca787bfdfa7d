; 64-bit numbers below 2^31 are divided as 32-bit ones: by a constant, by a uniform number, which is clamped, and
; by one that is extended.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: udiv <4 x i32> %{{.*}}, splat (i32 7)
; CHECK: %[[N:.*]] = call i64 @llvm.umin.i64(i64 %n, i64 2147483648)
; CHECK: %[[T:.*]] = trunc nuw i64 %[[N]] to i32
; CHECK: uitofp i32 %[[T]] to double
; CHECK: fdiv <4 x double>
; CHECK: fptosi <4 x double> %{{.*}} to <4 x i32>
; CHECK: uitofp <4 x i32> %{{.*}} to <4 x double>
; CHECK: fdiv <4 x double>
; A divisor that is not known to be small is not narrow.
; CHECK: udiv <4 x i64>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i64, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i64, ptr %p
  %small = and i64 %x, 2147483647
  %c = udiv i64 %small, 7
  store volatile i64 %c, ptr %p
  %u = urem i64 %small, %n
  store volatile i64 %u, ptr %p
  %y = load i32, ptr %q
  %e = zext i32 %y to i64
  %z = udiv i64 %small, %e
  store volatile i64 %z, ptr %p
  %l = udiv i64 %small, %x
  store volatile i64 %l, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
