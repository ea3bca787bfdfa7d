; The second argument of ctlz and abs is a constant for all lanes.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call <4 x i32> @llvm.abs.v4i32(<4 x i32> %{{.*}}, i1 true)
; CHECK: call {{.*}}<4 x i32> @llvm.ctlz.v4i32(<4 x i32> %{{.*}}, i1 false)
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = call i32 @llvm.abs.i32(i32 %x, i1 true)
  %z = call i32 @llvm.ctlz.i32(i32 %y, i1 false)
  store i32 %z, ptr %q
  ret void
}
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.abs.i32(i32, i1)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
