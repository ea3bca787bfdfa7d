; Private memory whose content is alive across a barrier lies in the frame, once for each work-item;
; what is used on one side only stays on the stack, whoever's lifetime says so; what is the same for
; all is filled once (NC-8).
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-NEXT: entry:
; CHECK-NEXT: %same = alloca
; CHECK-NEXT: store ptr %p, ptr %same
; CHECK-NEXT: %before = alloca
; CHECK-NEXT: %behind = alloca
; CHECK-NEXT: %twice = alloca
; CHECK-NEXT: %kept = alloca ptr
; CHECK-NOT: alloca [4 x i32]
; CHECK-NOT: lifetime
; CHECK: mul nuw nsw i64 %item{{[0-9]*}}, 16
; CHECK: mul nuw nsw i64 %item{{[0-9]*}}, 16
; CHECK: ![[FRAME:[0-9]+]] = !{i32 1, i32 0, i32 0, i32 16}
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %across = alloca [4 x i32]
  %before = alloca [2 x i32]
  %behind = alloca [2 x i32]
  %twice = alloca [2 x i32]
  %same = alloca ptr
  store ptr %p, ptr %same
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %across, i64 %l
  store i32 1, ptr %q
  %t = trunc i64 %l to i32
  store i32 %t, ptr %before
  %x = load i32, ptr %before
  call void @llvm.lifetime.start.p0(ptr %twice)
  store i32 %x, ptr %twice
  call void @llvm.lifetime.end.p0(ptr %twice)
  store i32 %x, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  call void @llvm.lifetime.start.p0(ptr %twice)
  store i32 3, ptr %twice
  %y = load i32, ptr %q
  store i32 %y, ptr %behind
  %z = load i32, ptr %behind
  %o = load ptr, ptr %same
  store i32 %z, ptr %o
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
