; The divisor of a lane that is absent becomes 1.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[MASK:.*]] = icmp ne <4 x i64> %[[Y:.*]], zeroinitializer
; CHECK: %[[D:.*]] = select <4 x i1> %[[MASK]], <4 x i64> %[[Y]], <4 x i64> splat (i64 1)
; CHECK: udiv <4 x i64> %{{.*}}, %[[D]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i64, ptr %a, i64 %id
  %q = getelementptr i64, ptr %b, i64 %id
  %x = load i64, ptr %p

  %y = load i64, ptr %q
  %c = icmp ne i64 %y, 0
  br i1 %c, label %t, label %e
t:
  %z = udiv i64 %x, %y
  store i64 %z, ptr %p
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
