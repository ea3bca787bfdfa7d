; Products and sums that may be fused say so by the extension that OpenCL's drivers know, others do not. A module
; without any asks for no extension.
; RUN: falx-post-link --target=spir64 -O2 --emit=table -o %t.table %s
; RUN: strings %t_0.spv | FileCheck-22 --check-prefix=NAME %s
; RUN: od -An -v -tx4 -w4 %t_0.spv | FileCheck-22 %s
; RUN: sed 's/ contract / /;s/ fast / /' %s > %t.off.ll
; RUN: falx-post-link --target=spir64 -O2 --emit=table -o %t.off.table %t.off.ll
; RUN: strings %t.off_0.spv | FileCheck-22 --check-prefix=OFF %s
; RUN: od -An -v -tx4 -w4 %t.off_0.spv | FileCheck-22 --check-prefix=MODE %s

; NAME: SPV_INTEL_fp_fast_math_mode

; The capability (5837); decorations (40) of the product, the sum and the difference, which is Fast, too; and of
; nothing else: LLVM's back end decorates more.
; CHECK: 000016cd
; CHECK-NEXT: 0008000a
; CHECK: 00000028
; CHECK-NEXT: 00010000
; CHECK: 00000028
; CHECK-NEXT: 00010004
; CHECK: 00000028
; CHECK-NEXT: 0003001f
; CHECK-NOT: 00000028

; OFF-NOT: SPV_
; OFF: OpenCL.std
; OFF-NOT: SPV_

; That nothing may be fused is an execution mode (16) of the kernel, ContractionOff, once, and none with an
; operand (331), which needs the extension.
; MODE-NOT: 0005014b
; MODE: 00030010
; MODE-NEXT: {{ [0-9a-f]+$}}
; MODE-NEXT: 0000001f
; MODE-NOT: 00030010
; MODE-NOT: 0005014b
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%functor = type { ptr addrspace(1), float }

define spir_kernel void @_ZTSZ4mainEUlvE_(ptr byval(%functor) align 8 %f) {
  %to = load ptr addrspace(1), ptr %f, align 8
  %at = getelementptr inbounds %functor, ptr %f, i64 0, i32 1
  %a = load float, ptr %at, align 8
  %p = fmul contract float %a, %a
  %s = fadd nsz contract float %p, %a
  %d = fsub fast float 7.0, %s
  %q = fdiv contract float %d, %a
  %n = fneg contract float %q
  %r = call contract float @llvm.sqrt.f32(float %n)
  %wide = fpext float %r to double
  %z = fdiv double %wide, 3.0
  %narrow = fptrunc double %z to float
  store float %narrow, ptr addrspace(1) %to, align 4
  ret void
}
declare float @llvm.sqrt.f32(float)
