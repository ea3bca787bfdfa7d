; Where the dimension is known when the kernel runs only, lanes differ if it is 0.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[ID:.*]] = call i64 @__falx_ncpu_global_id(ptr %state, i32 %n)
; CHECK: %[[X:.*]] = icmp eq i32 %n, 0
; CHECK: select i1 %[[X]], <4 x i64> <i64 0, i64 1, i64 2, i64 3>, <4 x i64> zeroinitializer
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 %n)
  %q = getelementptr i64, ptr %b, i64 %id
  store i64 %i, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
