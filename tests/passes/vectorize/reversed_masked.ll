; The mask of a vector that stands the other way round in memory is turned round too.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[MASK:.*]] = icmp sgt <4 x i32>
; CHECK: %[[R:.*]] = shufflevector <4 x i1> %[[MASK]], <4 x i1> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %[[P:.*]], <4 x i1> %[[R]],
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %{{.*}}, ptr align 4 %[[P]], <4 x i1> %[[R]])
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %m = sext i32 %n to i64
  %i = sub i64 %m, %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %q
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  %p = getelementptr i32, ptr %a, i64 %i
  %y = load i32, ptr %p
  %z = add i32 %y, %x
  store i32 %z, ptr %p
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
