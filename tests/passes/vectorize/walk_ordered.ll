; The same with a sum in order stays scalar: gathers read one element after the other too, and lanes wait for each other.
; RUN: falx-opt -S -passes=vectorize -Rpass-missed=falx-vectorize %s -o - 2>&1 | FileCheck %s

; CHECK: kernel not vectorized: its innermost loop does little but access memory of one work-item
; CHECK-NOT: NativeCPUKernel.v
define internal void @k.NativeCPUKernel(ptr %starts, ptr %columns, ptr %values, ptr %x, ptr %y, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %starts, i64 %id
  %first = load i32, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  %end = load i32, ptr %q
  br label %test
test:
  %k = phi i32 [ %first, %entry ], [ %next, %round ]
  %sum = phi float [ 0.0, %entry ], [ %more, %round ]
  %c = icmp slt i32 %k, %end
  br i1 %c, label %round, label %out
round:
  %i = sext i32 %k to i64
  %pv = getelementptr float, ptr %values, i64 %i
  %v = load float, ptr %pv
  %pc = getelementptr i32, ptr %columns, i64 %i
  %column = load i32, ptr %pc
  %j = sext i32 %column to i64
  %px = getelementptr float, ptr %x, i64 %j
  %f = load float, ptr %px
  %more = call float @llvm.fmuladd.f32(float %v, float %f, float %sum)
  %next = add nsw i32 %k, 1
  br label %test
out:
  %py = getelementptr float, ptr %y, i64 %id
  store float %sum, ptr %py
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare float @llvm.fmuladd.f32(float, float, float)
!0 = !{i32 1, i32 1}
