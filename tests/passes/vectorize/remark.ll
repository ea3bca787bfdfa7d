; A kernel that is vectorized is reported where that is asked for, with the processor it is for.
; RUN: falx-opt -S -passes=vectorize --lanes=4 -Rpass=falx-vectorize %s 2>&1 | FileCheck %s

; CHECK: remark: kernel vectorized, 4 work-items at once [-Rpass=falx-vectorize]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}

; CHECK: remark: {{.*}}kernel vectorized for x86-64-v3, 4 work-items at once [-Rpass=falx-vectorize]
define internal void @l.NativeCPUKernel(ptr %b, ptr %state) "target-cpu"="x86-64-v3" !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 1, ptr %q
  ret void
}
