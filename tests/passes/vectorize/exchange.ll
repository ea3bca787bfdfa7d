; An id whose bits a constant flips: where vectors begin at whole ones, as with local ids, that is one
; vector in memory, elsewhere if the first lane says so; its low bits permute the lanes.
; RUN: falx-opt -S -passes=vectorize --lanes=8 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @local.NativeCPUKernel.v8(
; CHECK-NOT: br i1
; CHECK-DAG: [[L:%.*]] = call i64 @__falx_ncpu_local_id(
; CHECK-DAG: [[ROW:%.*]] = xor i64 [[L]], 8
; CHECK: [[FROM:%.*]] = getelementptr i32, ptr %p, i64 [[ROW]]
; CHECK: [[V:%.*]] = load <8 x i32>, ptr [[FROM]], align 4
; CHECK: shufflevector <8 x i32> [[V]], <8 x i32> poison, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>
; CHECK-NOT: br i1
; CHECK: ret void
; CHECK-LABEL: define internal void @local.NativeCPUKernel.v8.masked(
; CHECK: [[M:%.*]] = shufflevector <8 x i1> {{.*}}, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>
; CHECK: [[V:%.*]] = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 {{.*}}, <8 x i1> [[M]], <8 x i32> poison)
; CHECK: shufflevector <8 x i32> [[V]], <8 x i32> poison, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>
define internal void @local.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 {
  %i = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %j = xor i64 %i, 12
  %from = getelementptr i32, ptr %p, i64 %j
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %v, ptr %to
  ret void
}

; Nothing but whole vectors: no permutation.
; CHECK-LABEL: define internal void @high.NativeCPUKernel.v8(
; CHECK-NOT: br i1
; CHECK: load <8 x i32>
; CHECK-NOT: shufflevector
; CHECK: ret void
define internal void @high.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !0 {
  %i = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %j = xor i64 %i, 24
  %from = getelementptr i32, ptr %p, i64 %j
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %v, ptr %to
  ret void
}

; A store, by an index of 32 bits as LLVM writes it, and a number of the group's.
; CHECK-LABEL: define internal void @store.NativeCPUKernel.v8(
; CHECK-NOT: scatter
; CHECK: [[V:%.*]] = shufflevector <8 x i32> {{.*}}, <8 x i32> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK: store <8 x i32> [[V]], ptr {{.*}}, align 4
; CHECK: ret void
define internal void @store.NativeCPUKernel(ptr %p, ptr %q, i64 %n, ptr %state) !falx.dispatch !0 {
  %i = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %from = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %from
  %up = shl i64 %i, 32
  %flipped = xor i64 %up, 4294967296
  %j = ashr exact i64 %flipped, 32
  %k = add i64 %j, %n
  %to = getelementptr i32, ptr %q, i64 %k
  store i32 %v, ptr %to
  ret void
}

; Global ids begin anywhere: the first lane tells.
; CHECK-LABEL: define internal void @global.NativeCPUKernel.v8(
; CHECK: [[G:%.*]] = call i64 @__falx_ncpu_global_id(
; CHECK: [[PLACE:%.*]] = and i64 [[G]], 7
; CHECK: [[IS_ROW:%.*]] = icmp eq i64 [[PLACE]], 0
; CHECK: br i1 [[IS_ROW]], label %row, label %scattered
; CHECK: row:
; CHECK: load <8 x i32>
; CHECK: shufflevector
; CHECK: scattered:
; CHECK: call <8 x i32> @llvm.masked.gather
define internal void @global.NativeCPUKernel(ptr %p, ptr %q, ptr %state) !falx.dispatch !1 {
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %j = xor i64 %i, 12
  %from = getelementptr i32, ptr %p, i64 %j
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %v, ptr %to
  ret void
}

; An export's work-items may be any ones.
; CHECK-LABEL: define internal void @rows.NativeCPUKernel.v8(
; CHECK: br i1 {{.*}}, label %row, label %scattered
define hidden void @rows.NativeCPUKernel(ptr %p, ptr %q, ptr %state) "falx-rows"="rows" !falx.dispatch !0 {
  %i = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %j = xor i64 %i, 12
  %from = getelementptr i32, ptr %p, i64 %j
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %v, ptr %to
  ret void
}

; A sum of 32 bits may wrap in the middle of a vector before it is extended.
; CHECK-LABEL: define internal void @wraps.NativeCPUKernel.v8(
; CHECK: call <8 x i32> @llvm.masked.gather
define internal void @wraps.NativeCPUKernel(ptr %p, ptr %q, i32 %n, ptr %state) !falx.dispatch !0 {
  %i = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %narrow = trunc i64 %i to i32
  %flipped = xor i32 %narrow, 3
  %sum = add i32 %flipped, %n
  %j = sext i32 %sum to i64
  %from = getelementptr i32, ptr %p, i64 %j
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 %v, ptr %to
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 0, i32 0}
!1 = !{i32 1, i32 1}
