; Rounding to bfloat is an instruction from sm_80 on: an image more where a kernel does it.
; RUN: rm -rf %t && mkdir %t
; RUN: falx-post-link --target=nvptx64-nvidia-cuda --emit=table -o %t/a.table %s
; RUN: FileCheck-22 %s --input-file=%t/a_0.ptx --check-prefixes=LEAST
; RUN: FileCheck-22 %s --input-file=%t/a_1.ptx --check-prefixes=NEWER

; LEAST: .target sm_70
; LEAST-NOT: bf16
; NEWER: .target sm_80
; NEWER: cvt.rn.bf16.f32

target triple = "nvptx64-nvidia-cuda"
%functor = type { ptr, float }

define ptx_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %at = getelementptr inbounds %functor, ptr %f, i64 0, i32 1
  %x = load float, ptr %at
  %y = fptrunc float %x to bfloat
  store bfloat %y, ptr %out
  ret void
}
