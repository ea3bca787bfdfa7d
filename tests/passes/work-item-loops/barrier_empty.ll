; A region that does nothing, as a way to a barrier that a branch decides about, is no code: the
; region that follows takes its place, and where all ways out lead there nothing is switched (NC-7).
; RUN: falx-opt -S -O2 -passes=work-item-loops %s -o - | FileCheck %s
; RUN: falx-opt -S -O0 -passes=work-item-loops %s -o - | FileCheck %s --check-prefix=DEBUG

; DEBUG: switch i32
; DEBUG-COUNT-3: {{^}}after{{[0-9]*}}:

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: store i32 1, ptr
; CHECK-NOT: switch
; CHECK: {{^}}after{{[0-9]*}}:
; CHECK: store i32 2, ptr
; CHECK-NOT: {{^}}after{{[0-9]*}}:
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %p, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 1, ptr %q
  %is_there = icmp sgt i32 %n, 0
  br i1 %is_there, label %way, label %join
way:
  call void @__falx_ncpu_barrier(i32 1)
  call void @__falx_ncpu_barrier(i32 2)
  br label %join
join:
  call void @__falx_ncpu_barrier(i32 3)
  store i32 2, ptr %q
  ret void
}

; One with a fence stays, and one that the group counts in.
; CHECK-LABEL: define internal void @fence.NativeCPUKernel(
; CHECK: {{^}}after{{[0-9]*}}:
; CHECK: fence seq_cst
; CHECK: {{^}}after{{[0-9]*}}:
; CHECK: {{^}}after{{[0-9]*}}:
; CHECK: store i32 %
; CHECK: ret void
define internal void @fence.NativeCPUKernel(ptr %p, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 1, ptr %q
  call void @__falx_ncpu_barrier(i32 1), !falx.fence !2
  call void @__falx_ncpu_barrier(i32 2)
  %v = sdiv i32 100, %n
  call void @__falx_ncpu_barrier(i32 3)
  store i32 %v, ptr %q
  ret void
}

; A loop of barriers without an end.
; CHECK-LABEL: define internal void @ever.NativeCPUKernel(
; CHECK: ret void
define internal void @ever.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 {
  br label %loop
loop:
  call void @__falx_ncpu_barrier(i32 1)
  call void @__falx_ncpu_barrier(i32 2)
  call void @__falx_ncpu_barrier(i32 3)
  br label %loop
}

declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 3, i32 0, i32 0}
!2 = !{i32 7}
