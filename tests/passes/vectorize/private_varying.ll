; Lanes that read different elements of their arrays gather.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: alloca [4 x [16 x i32]], align 64
; CHECK: shl nsw <4 x i64> %{{.*}}, splat (i64 4)
; CHECK: getelementptr i8, ptr %0, <4 x i64> <i64 0, i64 4, i64 8, i64 12>
; CHECK: call <4 x i32> @llvm.masked.gather
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
  %j = sext i32 %x to i64
  %f = getelementptr [16 x i32], ptr %m, i64 0, i64 %j
  %y = load i32, ptr %f
  store i32 %y, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
