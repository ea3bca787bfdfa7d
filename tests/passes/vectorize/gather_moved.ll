; What all lanes' addresses are moved by is added to the one address that they are counted from.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[BASE:.*]] = getelementptr i8, ptr %b, i64 %n
; CHECK: %[[P:.*]] = getelementptr i32, ptr %[[BASE]], <4 x i64>
; CHECK: @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %[[P]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i64 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %i = load i32, ptr %p
  %k = sext i32 %i to i64
  %q = getelementptr i32, ptr %b, i64 %k
  %s = getelementptr i8, ptr %q, i64 %n
  %w = load i32, ptr %s
  %v = load i32, ptr %q
  %x = add i32 %w, %v
  store i32 %x, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
