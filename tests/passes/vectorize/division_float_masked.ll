; There too the divisor of a lane that is absent is 1: nothing overflows in the conversion back.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[D:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: uitofp <4 x i32> %[[D]] to <4 x double>
; CHECK: fdiv <4 x double>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = load i32, ptr %q
  %c = icmp ne i32 %y, 0
  br i1 %c, label %t, label %e
t:
  %z = udiv i32 %x, %y
  store i32 %z, ptr %p
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
