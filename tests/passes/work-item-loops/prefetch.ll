; What a group with barriers reads or writes in global memory is prefetched two groups before: the
; address is computed again from later ids, without promises, for each line of the cache. That holds
; for vectors, under a mask or not, and for what a loop over the lanes accesses from an address on,
; here in a loop without barriers, where it is brought to the second cache. Not prefetched are local
; memory, loops around barriers, what an address read from memory leads to, and the rest of a row (B2).
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: vector:
; CHECK: %[[AHEAD:.*]] = mul i64 %local_size, 2
; CHECK-NEXT: %[[LATER:.*]] = add i64 %global_id{{.*}}, %[[AHEAD]]
; CHECK-NEXT: %[[FIRST:.*]] = getelementptr double, ptr %p, i64 %[[LATER]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[FIRST]], i32 0, i32 3, i32 1)
; CHECK-NEXT: %[[SECOND:.*]] = getelementptr i8, ptr %[[FIRST]], i64 64
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[SECOND]], i32 0, i32 3, i32 1)
; CHECK-NEXT: load <16 x double>
; CHECK-NOT: call void @llvm.prefetch
; CHECK: after:
; CHECK: loop:
; CHECK-NOT: call void @llvm.prefetch
; CHECK: way:
; CHECK: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 2, i32 1)
; CHECK-NEXT: br label %lane
; CHECK: load atomic float
; CHECK-NOT: call void @llvm.prefetch
; CHECK: llvm.masked.load.v16f32
; CHECK: %[[GROUP:.*]] = add i64 %{{.*}}, 2
; CHECK-NEXT: %[[BASE:.*]] = shl i64 %[[GROUP]], 6
; CHECK-NEXT: %[[AT:.*]] = add i64 %[[BASE]], %
; CHECK-NEXT: %[[WRITTEN:.*]] = getelementptr float, ptr %q, i64 %[[AT]]
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[WRITTEN]], i32 1, i32 3, i32 1)
; CHECK-NEXT: call void @llvm.masked.store.v16f32
; CHECK-NOT: call void @llvm.prefetch
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define internal void @k.NativeCPUKernel(ptr %p, ptr %q, ptr %tile, ptr %state) !falx.dispatch !0 !falx.group !1 !falx.vector !2 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %g = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %from = getelementptr inbounds double, ptr %p, i64 %g
  %x = load double, ptr %from
  %x1 = fptrunc double %x to float
  %to = getelementptr inbounds float, ptr %tile, i64 %l
  store float %x1, ptr %to
  call void @__falx_ncpu_barrier(i32 1)
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %k1, %loop ]
  call void @__falx_ncpu_barrier(i32 2)
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 10
  br i1 %more, label %loop, label %behind
behind:
  %y = load float, ptr %to
  %b = call i64 @__falx_ncpu_group_id(ptr %state, i32 0)
  %b1 = shl nuw i64 %b, 6
  %i = add nuw i64 %b1, %l
  %out = getelementptr inbounds float, ptr %q, i64 %i
  store float %y, ptr %out
  ret void
}
define internal void @k.NativeCPUKernel.v16(ptr %p, ptr %q, ptr %tile, ptr %state) {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %g = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %from = getelementptr inbounds double, ptr %p, i64 %g
  %x = load <16 x double>, ptr %from, align 8
  %x1 = fptrunc <16 x double> %x to <16 x float>
  %to = getelementptr inbounds float, ptr %tile, i64 %l
  store <16 x float> %x1, ptr %to, align 4
  call void @__falx_ncpu_barrier(i32 1)
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %k1, %loop ]
  %f1 = getelementptr float, ptr %q, i64 %g
  %f2 = getelementptr float, ptr %f1, i64 %k
  %z = load <16 x float>, ptr %f2, align 4
  call void @__falx_ncpu_barrier(i32 2)
  store <16 x float> %z, ptr %to, align 4
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 10
  br i1 %more, label %loop, label %way
way:
  %j = phi i64 [ 0, %loop ], [ %j1, %done ]
  %h = getelementptr float, ptr %f1, i64 %j
  br label %lane
lane:
  %n = phi i32 [ 0, %way ], [ %n1, %lane ]
  %n.wide = zext i32 %n to i64
  %hn = getelementptr float, ptr %h, i64 %n.wide
  %v = load atomic float, ptr %hn unordered, align 4
  %bin = fptoui float %v to i64
  %count = getelementptr i32, ptr %tile, i64 %bin
  %old = atomicrmw add ptr %count, i32 1 syncscope("singlethread") monotonic, align 4
  %n1 = add i32 %n, 1
  %last = icmp eq i32 %n1, 16
  br i1 %last, label %done, label %lane
done:
  %j1 = add i64 %j, 1
  %again = icmp ult i64 %j1, 10
  br i1 %again, label %way, label %behind
behind:
  %far = load ptr, ptr %from
  %w = load <16 x float>, ptr %far, align 4
  %mask = fcmp ogt <16 x float> %w, zeroinitializer
  %y = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %to, <16 x i1> %mask, <16 x float> poison)
  %b = call i64 @__falx_ncpu_group_id(ptr %state, i32 0)
  %b1 = shl nuw i64 %b, 6
  %i = add nuw i64 %b1, %l
  %out = getelementptr inbounds float, ptr %q, i64 %i
  call void @llvm.masked.store.v16f32.p0(<16 x float> %y, ptr align 4 %out, <16 x i1> %mask)
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, ptr %args, ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare i64 @__falx_ncpu_group_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
!0 = !{i32 4, i32 0}
!1 = !{i32 2, i32 0, i32 0}
!2 = !{i32 16, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v16}
