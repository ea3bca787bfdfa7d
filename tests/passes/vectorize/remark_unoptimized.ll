; A kernel that stays scalar because nothing asks for optimization is reported, too.
; RUN: falx-opt -O1 -S -passes=vectorize -Rpass-missed=falx-vectorize %s 2>&1 | FileCheck %s
; RUN: falx-opt -O2 -S -passes=vectorize -Rpass-missed=falx-vectorize %s 2>&1 | FileCheck %s --check-prefix=NONE

; CHECK: remark: kernel not vectorized: it was compiled with less than -O2 [-Rpass-missed=falx-vectorize]
; NONE-NOT: remark:
define internal void @k.NativeCPUKernel(ptr %b, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 1, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
