; A function that runs a share of a launch sums additions up in a table, and does them before it returns;
; elsewhere they are done where they stand.
; RUN: falx-opt -S -passes=aggregate-atomics %s | FileCheck-22 %s

; The table has as many places as the share has work-items to fill them.
; CHECK-LABEL: define internal void @K.NativeCPUKernel(
; CHECK: %sums = alloca [16392 x i8], align 64
; CHECK-COUNT-3: mul i64
; CHECK-NOT: mul i64
; CHECK: call void @llvm.memset
; CHECK-NOT: falx-deferred
; CHECK: atomicrmw add ptr %p, i32 %{{.*}} monotonic
; CHECK: atomicrmw fadd ptr %q, double 1.000000e+00 monotonic
; CHECK: call void @__falx_sums_end(ptr %sums, i64 %{{.*}})
; CHECK-NEXT: ret void
define internal void @K.NativeCPUKernel(ptr %p, ptr %q, i32 %x, ptr %state) {
  %1 = atomicrmw sub ptr %p, i32 %x syncscope("falx-deferred") monotonic, align 4
  %2 = atomicrmw fadd ptr %q, double 1.0 syncscope("falx-deferred") monotonic, align 8
  ret void
}

; Of work-groups, times the work-items of one.
; CHECK-LABEL: define internal void @G.NativeCPUKernel(
; CHECK-COUNT-6: mul i64
; CHECK: ret void
define internal void @G.NativeCPUKernel(ptr %p, ptr %state) {
  %1 = atomicrmw add ptr %p, i64 1 syncscope("falx-deferred") monotonic, align 8
  ret void
}

; CHECK-LABEL: define internal void @G.NativeCPUKernel.wide(
; CHECK-NEXT: atomicrmw add ptr %p, i64 1 monotonic, align 8
; CHECK-NEXT: ret void
define internal void @G.NativeCPUKernel.wide(ptr %p, ptr %state) noinline optnone !falx.cold !2 {
  %1 = atomicrmw add ptr %p, i64 1 syncscope("falx-deferred") monotonic, align 8
  ret void
}

; CHECK-LABEL: define internal void @G.NativeCPUKernel.region1(
; CHECK-NEXT: atomicrmw fadd ptr %p, float 1.000000e+00 monotonic, align 4
; CHECK-NEXT: ret void
define internal void @G.NativeCPUKernel.region1(ptr %p) "falx-part" {
  %1 = atomicrmw fadd ptr %p, float 1.0 syncscope("falx-deferred") monotonic, align 4
  ret void
}

define hidden void @K(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @K.NativeCPUKernel(ptr %args, ptr %args, i32 1, ptr %state)
  ret void
}

define hidden void @G(ptr %args, ptr %state) !falx.dispatch !1 {
  call void @G.NativeCPUKernel(ptr %args, ptr %state)
  call void @G.NativeCPUKernel.wide(ptr %args, ptr %state)
  ret void
}

!0 = !{i32 1, i32 1}
!1 = !{i32 0, i32 0}
!2 = !{}
