; What two ways bring together is blended by the mask of each.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[MASK:.*]] = icmp sgt <4 x i32>
; CHECK-DAG: %[[F:.*]] = sdiv <4 x i32> %{{.*}}, splat (i32 7)
; CHECK-DAG: %[[T:.*]] = mul <4 x i32>
; CHECK: %[[R:.*]] = select <4 x i1> %[[MASK]], <4 x i32> %[[T]], <4 x i32> %[[F]]
; CHECK: store <4 x i32> %[[R]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %f
t:
  %y = mul i32 %x, %n
  br label %e
f:
  %z = sdiv i32 %x, 7
  br label %e
e:
  %r = phi i32 [ %y, %t ], [ %z, %f ]
  store i32 %r, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
