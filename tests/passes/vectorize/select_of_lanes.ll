; A choice by a varying condition of two strided addresses is a vector of addresses.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[P:.*]] = select <4 x i1> %{{.*}}, <4 x ptr> %{{.*}}, <4 x ptr>
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> splat (i32 7), <4 x ptr> align 4 %[[P]],
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p
  %c = icmp sgt i32 %x, 5
  %r = select i1 %c, ptr %p, ptr %q
  store i32 7, ptr %r
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
