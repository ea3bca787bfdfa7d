; Where a sub-group is one work-item, shuffles, reductions and inclusive scans are its own value, and all and any the predicate (NC-16, NC-17).
; RUN: falx-opt -S -passes=sub-groups %s | FileCheck-22 %s

; CHECK-LABEL: define internal i32 @integers(
; CHECK-NOT: __spirv
; CHECK: %sum = add i32 %x, %x
; CHECK-NEXT: %more = add i32 %sum, %x
; CHECK-NEXT: ret i32 %more
define internal i32 @integers(i32 %x, i32 %lane) {
  %reduced = call i32 @_Z27__spirv_GroupNonUniformIAddIiET_iiS0_(i32 3, i32 0, i32 %x)
  %scanned = call i32 @_Z27__spirv_GroupNonUniformSMiniii(i32 3, i32 1, i32 %x)
  %shuffled = call i32 @_Z30__spirv_GroupNonUniformShuffleIiET_iS0_j(i32 3, i32 %x, i32 %lane)
  %sum = add i32 %reduced, %scanned
  %more = add i32 %sum, %shuffled
  ret i32 %more
}

; CHECK-LABEL: define internal <2 x float> @pair(
; CHECK-NEXT: ret <2 x float> %x
define internal <2 x float> @pair(<2 x float> %x) {
  %up = call <2 x float> @_Z32__spirv_GroupNonUniformShuffleUpIDv2_fET_iS1_j(i32 3, <2 x float> %x, i32 1)
  %down = call <2 x float> @_Z34__spirv_GroupNonUniformShuffleDownIDv2_fET_iS1_j(i32 3, <2 x float> %up, i32 1)
  %xored = call <2 x float> @_Z33__spirv_GroupNonUniformShuffleXorIDv2_fET_iS1_j(i32 3, <2 x float> %down, i32 1)
  ret <2 x float> %xored
}

; CHECK-LABEL: define internal i1 @votes(
; CHECK-NEXT: ret i1 %p
define internal i1 @votes(i1 %p) {
  %all = call i1 @_Z26__spirv_GroupNonUniformAllib(i32 3, i1 %p)
  %any = call i1 @_Z26__spirv_GroupNonUniformAnyib(i32 3, i1 %all)
  ret i1 %any
}

; CHECK-NOT: declare
declare i32 @_Z27__spirv_GroupNonUniformIAddIiET_iiS0_(i32, i32, i32)
declare i32 @_Z27__spirv_GroupNonUniformSMiniii(i32, i32, i32)
declare i32 @_Z30__spirv_GroupNonUniformShuffleIiET_iS0_j(i32, i32, i32)
declare <2 x float> @_Z32__spirv_GroupNonUniformShuffleUpIDv2_fET_iS1_j(i32, <2 x float>, i32)
declare <2 x float> @_Z34__spirv_GroupNonUniformShuffleDownIDv2_fET_iS1_j(i32, <2 x float>, i32)
declare <2 x float> @_Z33__spirv_GroupNonUniformShuffleXorIDv2_fET_iS1_j(i32, <2 x float>, i32)
declare i1 @_Z26__spirv_GroupNonUniformAllib(i32, i1)
declare i1 @_Z26__spirv_GroupNonUniformAnyib(i32, i1)
