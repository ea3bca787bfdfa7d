; A counter that is uniform in a divergent loop is varying behind it: each lane takes what it was
; when it left.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: loop:
; CHECK: %[[K2:.*]] = add nuw nsw i32 %{{.*}}, 1
; CHECK: %[[LEFT:.*]] = select <4 x i1> %{{.*}}, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: insertelement <4 x i32> poison, i32 %[[K2]], i64 0
; CHECK: %[[OUT:.*]] = select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32>
; CHECK: exit:
; CHECK: store <4 x i32> %[[OUT]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k2, %loop ]
  %s = phi i32 [ %x, %entry ], [ %s2, %loop ]
  %s2 = mul i32 %s, %s
  %k2 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %s2, %n
  br i1 %c, label %loop, label %exit
exit:
  store i32 %k2, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
