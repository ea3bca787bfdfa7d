; Votes, and reductions and scans of truth values, by votes.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-sub-groups %s | FileCheck-22 %s

; CHECK-LABEL: define i1 @all(
; CHECK-NEXT: call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %x)
; CHECK-LABEL: define i1 @or(
; CHECK-NEXT: call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %x)
; CHECK-LABEL: define i1 @parity(
; CHECK-NEXT: %[[BALLOT:.*]] = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %x)
; CHECK-NEXT: %[[COUNT:.*]] = call i32 @llvm.ctpop.i32(i32 %[[BALLOT]])
; CHECK-NEXT: trunc i32 %[[COUNT]] to i1
; CHECK-LABEL: define i1 @and_so_far(
; CHECK: %[[MASK:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.le()
; CHECK-NEXT: %[[SEEN:.*]] = and i32 %{{.*}}, %[[MASK]]
; CHECK-NEXT: icmp eq i32 %[[SEEN]], %[[MASK]]
; CHECK-LABEL: define i1 @or_before(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
; CHECK: icmp ne i32 %{{.*}}, 0

target triple = "nvptx64-nvidia-cuda"
define i1 @all(i1 %x) "sycl_external" {
  %r = call i1 @_Z26__spirv_GroupNonUniformAllIbEbiT_(i32 3, i1 %x)
  ret i1 %r
}
define i1 @or(i1 %x) "sycl_external" {
  %r = call i1 @_Z32__spirv_GroupNonUniformLogicalOrIbET_iiS0_(i32 3, i32 0, i1 %x)
  ret i1 %r
}
define i1 @parity(i1 %x) "sycl_external" {
  %r = call i1 @_Z33__spirv_GroupNonUniformLogicalXorIbET_iiS0_(i32 3, i32 0, i1 %x)
  ret i1 %r
}
define i1 @and_so_far(i1 %x) "sycl_external" {
  %r = call i1 @_Z33__spirv_GroupNonUniformLogicalAndIbET_iiS0_(i32 3, i32 1, i1 %x)
  ret i1 %r
}
define i1 @or_before(i1 %x) "sycl_external" {
  %r = call i1 @_Z32__spirv_GroupNonUniformLogicalOrIbET_iiS0_(i32 3, i32 2, i1 %x)
  ret i1 %r
}
declare i1 @_Z26__spirv_GroupNonUniformAllIbEbiT_(i32, i1)
declare i1 @_Z32__spirv_GroupNonUniformLogicalOrIbET_iiS0_(i32, i32, i1)
declare i1 @_Z33__spirv_GroupNonUniformLogicalXorIbET_iiS0_(i32, i32, i1)
declare i1 @_Z33__spirv_GroupNonUniformLogicalAndIbET_iiS0_(i32, i32, i1)

; What the headers do with some members of a warp has its mask.
; CHECK-LABEL: define void @parts(
; CHECK: call i32 @llvm.nvvm.activemask()
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 %{{.*}}, i1 %x)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %{{.*}}, i32 %{{.*}}, i32 3, i32 31)
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 %{{.*}})
define void @parts(i1 %x) "sycl_external" {
  %active = call i32 @__falx_warp_active()
  %ballot = call i32 @__falx_warp_ballot(i32 %active, i1 %x)
  %other = call i32 @__falx_warp_shuffle(i32 %ballot, i32 %active, i32 3)
  call void @__falx_warp_barrier(i32 %other)
  ret void
}
declare i32 @__falx_warp_active()
declare i32 @__falx_warp_ballot(i32, i1)
declare i32 @__falx_warp_shuffle(i32, i32, i32)
declare void @__falx_warp_barrier(i32)
