; Elements of a private array stand together for all lanes: an index that all have alike reads one
; vector.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: alloca [4 x [16 x i32]], align 64
; CHECK: store <4 x i32>
; CHECK-NOT: scatter
; CHECK: %[[J:.*]] = sext i32 %n to i64
; CHECK: %[[O:.*]] = shl nsw i64 %[[J]], 4
; CHECK: %[[P:.*]] = getelementptr i8, ptr %0, i64 %[[O]]
; CHECK: load <4 x i32>, ptr %[[P]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %m = alloca [16 x i32]
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  br label %fill
fill:
  %k = phi i64 [ 0, %entry ], [ %k2, %fill ]
  %s = phi i32 [ %x, %entry ], [ %s2, %fill ]
  %s2 = mul i32 %s, %n
  %e = getelementptr [16 x i32], ptr %m, i64 0, i64 %k
  store i32 %s2, ptr %e
  %k2 = add nuw nsw i64 %k, 1
  %c = icmp ult i64 %k2, 16
  br i1 %c, label %fill, label %sum
sum:
  %j = sext i32 %n to i64
  %f = getelementptr [16 x i32], ptr %m, i64 0, i64 %j
  %y = load i32, ptr %f
  store i32 %y, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
