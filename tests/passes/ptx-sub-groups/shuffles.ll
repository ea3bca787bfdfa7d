; Shuffles of 8 to 64 bits, integers and floating point, each of its direction.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-sub-groups %s | FileCheck-22 %s

; CHECK-LABEL: define i8 @small(
; CHECK-NEXT: %[[WORD:.*]] = zext i8 %x to i32
; CHECK-NEXT: %[[GOT:.*]] = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %[[WORD]], i32 %n, i32 31)
; CHECK-NEXT: trunc i32 %[[GOT]] to i8
; CHECK-LABEL: define half @halves(
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 %n, i32 31)
; CHECK-LABEL: define float @floats(
; CHECK-NEXT: %[[WORD:.*]] = bitcast float %x to i32
; CHECK-NEXT: %[[GOT:.*]] = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %[[WORD]], i32 %n, i32 0)
; CHECK-NEXT: bitcast i32 %[[GOT]] to float
; CHECK-LABEL: define double @doubles(
; CHECK: call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %{{.*}}, i32 %n, i32 31)
; CHECK-NEXT: call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %{{.*}}, i32 %n, i32 31)
; CHECK-NOT: call{{.*}}__spirv

target triple = "nvptx64-nvidia-cuda"
define i8 @small(i8 %x, i32 %n) "sycl_external" {
  %r = call i8 @_Z30__spirv_GroupNonUniformShuffleIhET_iS0_j(i32 3, i8 %x, i32 %n)
  ret i8 %r
}
define half @halves(half %x, i32 %n) "sycl_external" {
  %r = call half @_Z33__spirv_GroupNonUniformShuffleXorIDF16_ET_iS0_j(i32 3, half %x, i32 %n)
  ret half %r
}
define float @floats(float %x, i32 %n) "sycl_external" {
  %r = call float @_Z32__spirv_GroupNonUniformShuffleUpIfET_iS0_j(i32 3, float %x, i32 %n)
  ret float %r
}
define double @doubles(double %x, i32 %n) "sycl_external" {
  %r = call double @_Z34__spirv_GroupNonUniformShuffleDownIdET_iS0_j(i32 3, double %x, i32 %n)
  ret double %r
}
declare i8 @_Z30__spirv_GroupNonUniformShuffleIhET_iS0_j(i32, i8, i32)
declare half @_Z33__spirv_GroupNonUniformShuffleXorIDF16_ET_iS0_j(i32, half, i32)
declare float @_Z32__spirv_GroupNonUniformShuffleUpIfET_iS0_j(i32, float, i32)
declare double @_Z34__spirv_GroupNonUniformShuffleDownIdET_iS0_j(i32, double, i32)
