; Each lane's variable begins where its alignment says, though its size is no multiple of that.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: alloca [128 x i8], align 64
; CHECK: %[[PLACE:.*]] = shl nuw nsw i64 %{{.*}}, 5
; CHECK: %[[OWN:.*]] = getelementptr i8, ptr %0, i64 %[[PLACE]]
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr {{.*}}%[[OWN]],
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %m = alloca [5 x i32], align 16
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %m, ptr align 4 %a, i64 16, i1 false)
  %j = sext i32 %x to i64
  %f = getelementptr [5 x i32], ptr %m, i64 0, i64 %j
  store i32 0, ptr %f
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 16 %m, i64 16, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
