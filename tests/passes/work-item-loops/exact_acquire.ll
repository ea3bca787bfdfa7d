; In the version for work-groups of one size, what vectors have stored is known until another thread
; may have changed it: behind a load that acquires, memory is read again.
; RUN: falx-opt -S -O2 -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.exact(
; CHECK: store <4 x i32> splat (i32 5), ptr %p
; CHECK: load atomic i32, ptr %flag acquire
; CHECK-NEXT: load <4 x i32>, ptr %
; CHECK: ret void
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define internal void @k.NativeCPUKernel(ptr %p, ptr %q, ptr %flag, ptr %state) !falx.dispatch !0 !falx.group !1 !falx.vector !2 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %own = getelementptr i32, ptr %p, i64 %l
  store i32 5, ptr %own
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp ult i64 %l, 8
  %to = getelementptr i32, ptr %q, i64 %l
  call void @__falx_ncpu_barrier(i32 2)
  call void @__falx_ncpu_barrier(i32 3)
  %seen = load atomic i32, ptr %flag acquire, align 4
  %again = load i32, ptr %own
  %sum = add i32 %seen, %again
  store i32 %sum, ptr %to
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %p, ptr %q, ptr %flag, ptr %state) {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %own = getelementptr i32, ptr %p, i64 %l
  store <4 x i32> splat (i32 5), ptr %own, align 4
  call void @__falx_ncpu_barrier(i32 1)
  %to = getelementptr i32, ptr %q, i64 %l
  call void @__falx_ncpu_barrier(i32 2)
  call void @__falx_ncpu_barrier(i32 3)
  %seen = load atomic i32, ptr %flag acquire, align 4
  %again = load <4 x i32>, ptr %own, align 4
  %sum = add <4 x i32> %again, splat (i32 1)
  store <4 x i32> %sum, ptr %to, align 4
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, ptr %args, ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 3, i32 0, i32 0}
!2 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4}
