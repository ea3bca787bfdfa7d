; Without the promise that it does not wrap an extended sum differs from lane to lane by anything: a
; gather.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: sext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: call <4 x i32> @llvm.masked.gather
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %i = trunc i64 %id to i32
  %j = add i32 %i, %n
  %k = sext i32 %j to i64
  %p = getelementptr i32, ptr %a, i64 %k
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
