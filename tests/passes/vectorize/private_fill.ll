; A fill of private memory that stands by element is vector stores.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: alloca [4 x [16 x i32]], align 64
; CHECK-NOT: memset
; CHECK-COUNT-16: store <4 x i32> zeroinitializer
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %m = alloca [16 x i32]
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 64, i1 false)
  %j = sext i32 %x to i64
  %f = getelementptr [16 x i32], ptr %m, i64 0, i64 %j
  store i32 %x, ptr %f
  %l = sext i32 %n to i64
  %g = getelementptr [16 x i32], ptr %m, i64 0, i64 %l
  %y = load i32, ptr %g
  store i32 %y, ptr %q
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
