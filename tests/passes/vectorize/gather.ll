; Addresses of any kind are gathered.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[X:.*]] = load <4 x i32>
; CHECK: %[[I:.*]] = sext <4 x i32> %[[X]] to <4 x i64>
; CHECK: %[[P:.*]] = getelementptr i32, ptr %a, <4 x i64> %[[I]]
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %[[P]], <4 x i1> splat (i1 true)
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %q
  %i = sext i32 %x to i64
  %p = getelementptr i32, ptr %a, i64 %i
  %y = load i32, ptr %p, align 4
  store i32 %y, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
