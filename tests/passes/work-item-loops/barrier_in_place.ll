; Work-items access kept private memory in the frame, in place: an array that a region fills for the
; one behind it and another that the region still reads share no bytes, though no barrier sees both
; alive. What is not accessed in a region may share: %third with %first.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-DAG: %[[A:.*]] = mul nuw nsw i64 %{{.*}}, 0
; CHECK-DAG: %slot = getelementptr inbounds i8, ptr %slots, i64 %[[A]]
; CHECK-DAG: %[[B:.*]] = mul nuw nsw i64 %{{.*}}, 8
; CHECK-DAG: %[[SECOND:slot[0-9]+]] = getelementptr inbounds i8, ptr %slots, i64 %[[B]]
; CHECK-NOT: %slot{{[0-9]*}} = getelementptr

; Region 0: %first only.
; CHECK: getelementptr inbounds i8, ptr %slot,
; CHECK-NOT: getelementptr inbounds i8, ptr %[[SECOND]],
; CHECK: store i32 1,
; Region 1: both.
; CHECK: %[[F:.*]] = getelementptr inbounds i8, ptr %slot,
; CHECK: %[[S:.*]] = getelementptr inbounds i8, ptr %[[SECOND]],
; CHECK: %[[AT:.*]] = getelementptr i32, ptr %[[S]]
; CHECK: store i32 2, ptr %[[AT]]
; CHECK: %[[FROM:.*]] = getelementptr i32, ptr %[[F]]
; CHECK: load i32, ptr %[[FROM]]
; Region 2: %second, and %third where %first was.
; CHECK: getelementptr inbounds i8, ptr %[[SECOND]],
; CHECK: getelementptr inbounds i8, ptr %slot,
; CHECK: ![[FRAME:[0-9]+]] = !{i32 1, i32 0, i32 0, i32 16}
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %first = alloca [2 x i32]
  %second = alloca [2 x i32]
  %third = alloca [2 x i32]
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %a = getelementptr i32, ptr %first, i64 %l
  store i32 1, ptr %a
  call void @__falx_ncpu_barrier(i32 1)
  %b = getelementptr i32, ptr %second, i64 %l
  store i32 2, ptr %b
  %c = getelementptr i32, ptr %first, i64 %l
  %x = load i32, ptr %c
  store i32 %x, ptr %p
  call void @__falx_ncpu_barrier(i32 2)
  %d = getelementptr i32, ptr %second, i64 %l
  %y = load i32, ptr %d
  %e = getelementptr i32, ptr %third, i64 %l
  store i32 %y, ptr %e
  call void @__falx_ncpu_barrier(i32 3)
  %f = getelementptr i32, ptr %third, i64 %l
  %z = load i32, ptr %f
  store i32 %z, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 3, i32 0, i32 0}
