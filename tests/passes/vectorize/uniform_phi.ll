; A phi where lanes meet that takes one uniform value on all ways of the lanes, by a uniform branch,
; stays a scalar.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: e:
; CHECK-NEXT: %[[R:.*]] = phi i32 [ %{{.*}}, %t ], [ %{{.*}}, %f ]
; CHECK: insertelement <4 x i32> poison, i32 %[[R]], i64 0
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %n, 5
  br i1 %c, label %t, label %f
t:
  %k = call i32 @first()
  br label %e
f:
  %l = call i32 @second()
  br label %e
e:
  %r = phi i32 [ %k, %t ], [ %l, %f ]
  %y = add i32 %x, %r
  store i32 %y, ptr %q
  ret void
}
declare i32 @first() memory(none) nounwind willreturn
declare i32 @second() memory(none) nounwind willreturn
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
