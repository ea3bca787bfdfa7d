; The masked form takes the number of active work-items as one more parameter, and begins with their
; mask.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4.masked(
; CHECK-SAME: i32 %[[ACTIVE:[0-9]+]])
; CHECK: insertelement <4 x i32> poison, i32 %[[ACTIVE]], i64 0
; CHECK: %[[MASK:.*]] = icmp ugt <4 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %{{.*}}, <4 x i1> %[[MASK]],
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %{{.*}}, ptr align 4 %{{.*}}, <4 x i1> %[[MASK]])
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
