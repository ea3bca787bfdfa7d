; The vector form's loop runs the vectors with a lane that does something: what a mask keeps from all
; lanes is not done. Each form runs once at least, and keeps for itself what the group shares (NC-7).
; Where only the first work-items of a row do anything the rest of the row is a function, and whether
; there is one is read where it is asked (B2).
; RUN: falx-opt -S -O2 -passes=work-item-loops %s -o - | FileCheck %s
; RUN: falx-opt -S -O2 "-passes=work-item-loops,llvm<default<O2>>" %s -o /dev/null

; A store under a mask.
; CHECK-LABEL: define internal void @mask.NativeCPUKernel(
; CHECK: range{{[0-9]*}}:
; CHECK: freeze i32 %n
; CHECK: %[[END:.*]] = call i64 @llvm.smax.i64(i64 %{{.*}}, i64 1)
; CHECK: %[[UP:.*]] = add nuw nsw i64 %[[END]], 3
; CHECK: %[[WHOLE:.*]] = and i64 %[[UP]], -4
; CHECK: %[[LAST:.*]] = call i64 @llvm.umin.i64(i64 %[[WHOLE]], i64 %vectors_last)
; CHECK: %[[END:.*]] = load volatile i64, ptr %launch
; CHECK: %is_done{{[0-9]*}} = icmp eq i64 %[[END]], %local_size
; CHECK: vector{{[0-9]*}}:
; CHECK: icmp eq i64 %next{{[0-9]*}}, %[[LAST]]
; CHECK: call void @mask.NativeCPUKernel.epilogue1(
; CHECK-LABEL: define internal void @mask.NativeCPUKernel.epilogue1(
define internal void @mask.NativeCPUKernel(ptr %p, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 !falx.vector !2 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %i = trunc i64 %l to i32
  %is_in = icmp slt i32 %i, %n
  br i1 %is_in, label %in, label %join
in:
  store i32 1, ptr %q
  br label %join
join:
  ret void
}
define internal void @mask.NativeCPUKernel.v4(ptr %p, i32 %n, ptr %state) {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store <4 x i32> zeroinitializer, ptr %q, align 4
  call void @__falx_ncpu_barrier(i32 1)
  %i = trunc i64 %l to i32
  %i.one = insertelement <4 x i32> poison, i32 %i, i64 0
  %i.all = shufflevector <4 x i32> %i.one, <4 x i32> poison, <4 x i32> zeroinitializer
  %lanes = add <4 x i32> %i.all, <i32 0, i32 1, i32 2, i32 3>
  %n.one = insertelement <4 x i32> poison, i32 %n, i64 0
  %n.all = shufflevector <4 x i32> %n.one, <4 x i32> poison, <4 x i32> zeroinitializer
  %is_in = icmp sgt <4 x i32> %n.all, %lanes
  call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 1), ptr align 4 %q, <4 x i1> %is_in)
  ret void
}

; A way for vectors with a lane there; the first vector is the one that holds the bound.
; CHECK-LABEL: define internal void @any.NativeCPUKernel(
; CHECK: range{{[0-9]*}}:
; CHECK: freeze i64 %n
; CHECK: %[[FROM:.*]] = call i64 @llvm.smax.i64(i64 %{{.*}}, i64 0)
; CHECK: %[[WHOLE:.*]] = and i64 %[[FROM]], -4
; CHECK: %[[LARGEST:.*]] = sub nuw i64 %vectors_last, 4
; CHECK: %[[FIRST:.*]] = call i64 @llvm.umin.i64(i64 %[[WHOLE]], i64 %[[LARGEST]])
; CHECK: vector{{[0-9]*}}:
; CHECK: phi i64 [ %[[FIRST]], %vectors
; CHECK-NOT: call void @any.NativeCPUKernel.epilogue
define internal void @any.NativeCPUKernel(ptr %p, i64 %n, ptr %state) !falx.dispatch !0 !falx.group !1 !falx.vector !3 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp uge i64 %l, %n
  br i1 %is_in, label %in, label %join
in:
  store i32 1, ptr %q
  br label %join
join:
  ret void
}
define internal void @any.NativeCPUKernel.v4(ptr %p, i64 %n, ptr %state) {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store <4 x i32> zeroinitializer, ptr %q, align 4
  call void @__falx_ncpu_barrier(i32 1)
  %l.one = insertelement <4 x i64> poison, i64 %l, i64 0
  %l.all = shufflevector <4 x i64> %l.one, <4 x i64> poison, <4 x i32> zeroinitializer
  %lanes = add <4 x i64> %l.all, <i64 0, i64 1, i64 2, i64 3>
  %n.one = insertelement <4 x i64> poison, i64 %n, i64 0
  %n.all = shufflevector <4 x i64> %n.one, <4 x i64> poison, <4 x i32> zeroinitializer
  %is_out = icmp ult <4 x i64> %lanes, %n.all
  %is_in = xor <4 x i1> %is_out, splat (i1 true)
  %bits = bitcast <4 x i1> %is_in to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %join, label %in
in:
  call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 1), ptr align 4 %q, <4 x i1> %is_in)
  br label %join
join:
  ret void
}

; The test of the first lane alone: l + 3 >= n begins with the first vector that reaches n.
; CHECK-LABEL: define internal void @first.NativeCPUKernel(
; CHECK: range{{[0-9]*}}:
; CHECK: %[[SMALL:.*]] = call i64 @llvm.umin.i64(i64 %{{.*}}, i64 4611686018427387904)
; CHECK-NEXT: sub nsw i64 %local_size
; CHECK-NEXT: call i64 @llvm.smin.i64(i64 %[[SMALL]],
define internal void @first.NativeCPUKernel(ptr %p, i64 %n, ptr %state) !falx.dispatch !0 !falx.group !1 !falx.vector !4 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store i32 0, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  %is_in = icmp uge i64 %l, %n
  br i1 %is_in, label %in, label %join
in:
  store i32 1, ptr %q
  br label %join
join:
  ret void
}
define internal void @first.NativeCPUKernel.v4(ptr %p, i64 %n, ptr %state) {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  store <4 x i32> zeroinitializer, ptr %q, align 4
  call void @__falx_ncpu_barrier(i32 1)
  %last = add nuw i64 %l, 3
  %any = icmp uge i64 %last, %n
  br i1 %any, label %in, label %join
in:
  store <4 x i32> splat (i32 1), ptr %q, align 4
  br label %join
join:
  ret void
}

declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
!2 = !{i32 4, i32 0, i64 2147483648, ptr @mask.NativeCPUKernel.v4}
!3 = !{i32 4, i32 0, i64 2147483648, ptr @any.NativeCPUKernel.v4}
!4 = !{i32 4, i32 0, i64 2147483648, ptr @first.NativeCPUKernel.v4}
