; Code is for the processor asked for, whatever the front end noted.
; RUN: falx-post-link --target=native_cpu --march=x86-64-v3 -o %t.o %s && llvm-objdump -d %t.o | FileCheck %s --check-prefix=V3
; RUN: falx-post-link --target=native_cpu -o %t.o %s && llvm-objdump -d %t.o | FileCheck %s --check-prefix=BASE
; RUN: falx-post-link --target=native_cpu --mattr=+avx2 -o %t.o %s && llvm-objdump -d %t.o | FileCheck %s --check-prefix=V3
;
; A name of an older processor, of which LLVM and Falx use 256 bits, with what a newer one has.
; RUN: falx-post-link --target=native_cpu --march=rocketlake -o %t.o %s && llvm-objdump -d %t.o | FileCheck %s --check-prefix=V3
; RUN: falx-post-link --target=native_cpu --march=rocketlake --mattr=+avx512fp16 -o %t.o %s && llvm-objdump -d %t.o | FileCheck %s --check-prefix=V4

; V4: %zmm
; V3-NOT: %zmm
; V3: %ymm
; V3-NOT: %zmm
; BASE-NOT: %{{y|z}}mm
; BASE: %xmm
; BASE-NOT: %{{y|z}}mm
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) #0 {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds float, ptr %out, i64 %id
  %v = load float, ptr %p
  %w = fmul float %v, 2.0
  store float %w, ptr %p
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
attributes #0 = { "target-cpu"="skylake-avx512" "target-features"="+avx512f" }
