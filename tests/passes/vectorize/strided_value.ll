; A strided value that is stored is laid out: the first lane's, and steps.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[J:.*]] = mul i32 %{{.*}}, 3
; CHECK: insertelement <4 x i32> poison, i32 %[[J]], i64 0
; CHECK: add <4 x i32> %{{.*}}, <i32 0, i32 3, i32 6, i32 9>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %i = trunc i64 %id to i32
  %j = mul i32 %i, 3
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %j, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
