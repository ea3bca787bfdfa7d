; Code for several instruction sets in one object (issue 3, item 6): an image and a subhandler for each, each with its own vectors.
; RUN: falx-post-link --target=native_cpu --isa=baseline,v3,v4 -o %t.o %s
; RUN: falx-image %t.o | FileCheck %s --check-prefix=IMAGES
; RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS
; RUN: llvm-objdump -d --disassemble-symbols=_ZTS6Sample.NativeCPUKernel %t.o | FileCheck %s --check-prefix=BASE
; RUN: llvm-objdump -d --disassemble-symbols=_ZTS6Sample.NativeCPUKernel.x86-64-v3 %t.o | FileCheck %s --check-prefix=V3
; RUN: llvm-objdump -d --disassemble-symbols=_ZTS6Sample.NativeCPUKernel.x86-64-v4 %t.o | FileCheck %s --check-prefix=V4
; One that is not the baseline; each in a table; none at a processor's request.
; RUN: falx-post-link --target=native_cpu --isa=v3 -o %t.v3.o %s && falx-image %t.v3.o | FileCheck %s --check-prefix=ONE
; RUN: rm -rf %t && mkdir %t && falx-post-link --target=native_cpu --isa=baseline,v4 --emit=table -o %t/k.table %s
; RUN: llc -filetype=obj -relocation-model=pic -o %t/0.o %t/k_0.bc && llc -filetype=obj -relocation-model=pic -o %t/1.o %t/k_1.bc
; RUN: falx-offload-wrapper -o %t/w.o %t/k.table && cc -shared -Wl,--no-undefined -o %t/k.so %t/w.o %t/0.o %t/1.o -x c %S/Inputs/register.c
; RUN: falx-image %t/k.so | FileCheck %s --check-prefix=TABLE
; RUN: not falx-post-link --target=native_cpu --isa=baseline,v5 -o %t.o %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not falx-post-link --target=native_cpu --isa=v3 --march=native -o %t.o %s 2>&1 | FileCheck %s --check-prefix=BOTH

; IMAGES: image: native_cpu, native code for x86-64, 16 bytes
; IMAGES: kernel _ZTS6Sample
; IMAGES: image: native_cpu, native code for x86-64-v3, 16 bytes
; IMAGES: kernel _ZTS6Sample
; IMAGES: image: native_cpu, native code for x86-64-v4, 16 bytes
; IMAGES: kernel _ZTS6Sample
; SYMBOLS: t _ZTS6Sample.NativeCPUKernel
; SYMBOLS: t _ZTS6Sample.NativeCPUKernel.x86-64-v3
; SYMBOLS: t _ZTS6Sample.NativeCPUKernel.x86-64-v4
; SYMBOLS: t _ZTS6Sample.falx_kernel
; SYMBOLS: t _ZTS6Sample.falx_kernel.x86-64-v3
; SYMBOLS: t _ZTS6Sample.falx_kernel.x86-64-v4
; BASE-NOT: %{{y|z}}mm
; BASE: %xmm
; BASE-NOT: %{{y|z}}mm
; V3-NOT: %zmm
; V3: %ymm
; V3-NOT: %zmm
; V4: %zmm
; ONE-NOT: x86-64,
; ONE: image: native_cpu, native code for x86-64-v3, 16 bytes
; TABLE: image: native_cpu, native code for x86-64, 16 bytes
; TABLE: image: native_cpu, native code for x86-64-v4, 16 bytes
; UNKNOWN: error: unknown instruction set in '--isa=baseline,v5'; there are baseline, v3, v4
; BOTH: error: --march=native is for one processor and --isa= for several; leave one out

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds float, ptr %out, i64 %id
  %v = load float, ptr %p
  %w = fmul float %v, 2.0
  store float %w, ptr %p
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
