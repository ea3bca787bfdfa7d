; Reductions: by redux.sync from sm_80 on, for integers; else by shuffles, which leave out what a partial warp
; lacks. Where work-groups are whole warps nothing has to be left out.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-sub-groups %s | FileCheck-22 %s --check-prefixes=CHECK,OLD
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda --march=sm_80 -passes=ptx-sub-groups %s | FileCheck-22 %s --check-prefixes=CHECK,NEW

; CHECK-LABEL: define float @sum(
; CHECK-NEXT: %[[SIZE:.*]] = call i32 @_Z27__spirv_BuiltInSubgroupSizev()
; CHECK-NEXT: %[[LAST:.*]] = add i32 %[[SIZE]], -1
; CHECK-NEXT: %[[WORD:.*]] = bitcast float %x to i32
; CHECK-NEXT: %[[PAIR:.*]] = call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 %[[WORD]], i32 16, i32 %[[LAST]])
; CHECK-NEXT: %[[IS_IN:.*]] = extractvalue { i32, i1 } %[[PAIR]], 1
; CHECK-NEXT: %[[BITS:.*]] = extractvalue { i32, i1 } %[[PAIR]], 0
; CHECK-NEXT: %[[OTHER:.*]] = bitcast i32 %[[BITS]] to float
; CHECK-NEXT: %[[SUM:.*]] = fadd float %x, %[[OTHER]]
; CHECK-NEXT: select i1 %[[IS_IN]], float %[[SUM]], float %x
; CHECK-COUNT-4: shfl.sync.down.i32p
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %{{.*}}, i32 0, i32 31)

; CHECK-LABEL: define i16 @least(
; OLD: shfl.sync.down.i32p
; OLD: call i16 @llvm.smin.i16(
; NEW: %[[WORD:.*]] = sext i16 %x to i32
; NEW-NEXT: %[[LEAST:.*]] = call i32 @llvm.nvvm.redux.sync.min(i32 %[[WORD]], i32 -1)
; NEW-NEXT: trunc i32 %[[LEAST]] to i16

; CHECK-LABEL: define i64 @bits(
; NEW-COUNT-2: call i32 @llvm.nvvm.redux.sync.or(

; CHECK-LABEL: define ptx_kernel void @Whole(
; CHECK-COUNT-10: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 {{[0-9]+}}, i32 31)
; CHECK-NOT: shfl.sync.{{.*}}(i32 -1

target triple = "nvptx64-nvidia-cuda"
define float @sum(float %x) "sycl_external" {
  %r = call float @_Z27__spirv_GroupNonUniformFAddIfET_iiS0_(i32 3, i32 0, float %x)
  ret float %r
}
define i16 @least(i16 %x) "sycl_external" {
  %r = call i16 @_Z27__spirv_GroupNonUniformSMinIsET_iiS0_(i32 3, i32 0, i16 %x)
  ret i16 %r
}
define i64 @bits(i64 %x) "sycl_external" {
  %r = call i64 @_Z32__spirv_GroupNonUniformBitwiseOrImET_iiS0_(i32 3, i32 0, i64 %x)
  ret i64 %r
}
define ptx_kernel void @Whole(i64 %x, ptr addrspace(1) %to) !falx.reqd_work_group_size !0 {
  %r = call i64 @_Z27__spirv_GroupNonUniformIMulImET_iiS0_(i32 3, i32 0, i64 %x)
  store i64 %r, ptr addrspace(1) %to
  ret void
}
declare float @_Z27__spirv_GroupNonUniformFAddIfET_iiS0_(i32, i32, float)
declare i16 @_Z27__spirv_GroupNonUniformSMinIsET_iiS0_(i32, i32, i16)
declare i64 @_Z32__spirv_GroupNonUniformBitwiseOrImET_iiS0_(i32, i32, i64)
declare i64 @_Z27__spirv_GroupNonUniformIMulImET_iiS0_(i32, i32, i64)
!0 = !{i32 4, i32 16, !"a.cpp:1:1"}
