; Scans: five steps from the members before; the exclusive one is the inclusive of the member before.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-sub-groups %s | FileCheck-22 %s

; CHECK-LABEL: define i32 @inclusive(
; CHECK: call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32 %x, i32 1, i32 0)
; CHECK: add i32 %{{.*}}, %x
; CHECK-COUNT-4: shfl.sync.up.i32p
; CHECK-NOT: shfl
; CHECK-LABEL: define i8 @exclusive(
; CHECK-COUNT-5: call i8 @llvm.smin.i8(
; CHECK: call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32 %{{.*}}, i32 1, i32 0)
; CHECK: select i1 %{{.*}}, i8 %{{.*}}, i8 127
; CHECK-LABEL: define double @maxima(
; CHECK: select i1 %{{.*}}, double %{{.*}}, double 0xFFF0000000000000

target triple = "nvptx64-nvidia-cuda"
define i32 @inclusive(i32 %x) "sycl_external" {
  %r = call i32 @_Z27__spirv_GroupNonUniformIAddIiET_iiS0_(i32 3, i32 1, i32 %x)
  ret i32 %r
}
define i8 @exclusive(i8 %x) "sycl_external" {
  %r = call i8 @_Z27__spirv_GroupNonUniformSMinIaET_iiS0_(i32 3, i32 2, i8 %x)
  ret i8 %r
}
define double @maxima(double %x) "sycl_external" {
  %r = call double @_Z27__spirv_GroupNonUniformFMaxIdET_iiS0_(i32 3, i32 2, double %x)
  ret double %r
}
declare i32 @_Z27__spirv_GroupNonUniformIAddIiET_iiS0_(i32, i32, i32)
declare i8 @_Z27__spirv_GroupNonUniformSMinIaET_iiS0_(i32, i32, i8)
declare double @_Z27__spirv_GroupNonUniformFMaxIdET_iiS0_(i32, i32, double)
