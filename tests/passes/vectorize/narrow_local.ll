; Indices made from local ids are computed in 32 bits, and gathered by such.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[NARROW:.*]] = mul {{.*}}<4 x i32>
; CHECK: %[[I:.*]] = {{[sz]}}ext {{.*}}<4 x i32> %[[NARROW]] to <4 x i64>
; CHECK: %[[P:.*]] = getelementptr i8, ptr %a, <4 x i64> %[[I]]
; CHECK: @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %[[P]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %h = lshr i64 %id, 1
  %i = mul i64 %h, 5
  %q = getelementptr i32, ptr %a, i64 %i
  %w = load i32, ptr %q
  %r = getelementptr i32, ptr %b, i64 %id
  store i32 %w, ptr %r
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 0, i32 0}
