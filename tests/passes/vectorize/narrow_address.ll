; An address by two small indices is one address and one vector of 32-bit offsets.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[SUM:.*]] = add {{.*}}<4 x i32>
; CHECK: %[[I:.*]] = {{[sz]}}ext {{.*}}<4 x i32> %[[SUM]] to <4 x i64>
; CHECK: %[[P:.*]] = getelementptr i8, ptr %a, <4 x i64> %[[I]]
; CHECK: @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %[[P]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i16, ptr %b, i64 %id
  %x = load i16, ptr %q
  %i = zext i16 %x to i64
  %y = load i8, ptr %q
  %j = zext i8 %y to i64
  %p = getelementptr i64, ptr %a, i64 %i
  %r = getelementptr i32, ptr %p, i64 %j
  %w = load i32, ptr %r
  %s = getelementptr i32, ptr %b, i64 %id
  store i32 %w, ptr %s
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 0, i32 0}
