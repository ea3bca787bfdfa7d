; per_source: an image for each input; auto does the same where images are compiled at
; run time. An exported function belongs to the image of its own source (DL-1, DL-5).
; RUN: falx-post-link --target=native_cpu --split=per_source -o %t.o %s %S/split.ll && falx-image %t.o | FileCheck %s --check-prefix=NATIVE
; RUN: falx-post-link --target=spir64 -o %t.o %s %S/targets.ll && falx-image %t.o | FileCheck %s --check-prefix=SPIRV

; NATIVE-DAG: image: native_cpu, native code for x86-64, 16 bytes
; NATIVE-DAG: image: native_cpu, native code for x86-64, 32 bytes
; NATIVE-DAG: kernel _ZTS1S
; NATIVE-DAG: kernel _ZTS1A
; NATIVE-DAG: kernel _ZTS1B

; SPIRV-DAG: image: spir64, SPIR-V
; SPIRV-DAG: image: spir64, SPIR-V
; SPIRV-DAG: kernel _ZTS1S
; SPIRV-DAG: helper = 1
%functor = type { i64 }

define spir_kernel void @_ZTS1S(ptr byval(%functor) align 8 %f) {
  ret void
}
