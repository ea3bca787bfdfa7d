; The level is what the inputs with device code were compiled with, at least the link's own; functions of -O0 stay as they are;
; processors count where all inputs name the same, or else --isa=auto makes general code.
; RUN: falx-post-link --target=native_cpu -o %t.o %s && falx-image %t.o | FileCheck %s --check-prefix=LEVEL3
; RUN: falx-post-link -O1 --target=native_cpu -o %t.o %s && falx-image %t.o | FileCheck %s --check-prefix=LEVEL3
; RUN: falx-post-link --target=native_cpu -o %t.o %S/Inputs/compiled_plain.ll && falx-image %t.o | FileCheck %s --check-prefix=LEVEL0
; RUN: falx-post-link -O1 --target=native_cpu -o %t.o %S/Inputs/compiled_plain.ll && falx-image %t.o | FileCheck %s --check-prefix=LEVEL1
; RUN: falx-post-link --target=native_cpu --save-temps=%t -o %t.o %S/Inputs/compiled_plain.ll %s
; RUN: falx-image %t.o | FileCheck %s --check-prefix=MIXED
; RUN: cat %t.*.link.ll | FileCheck %s --check-prefix=LINKED
; RUN: cat %t.*.optimize.ll | FileCheck %s --check-prefix=OPTIMIZED
; RUN: falx-post-link --target=native_cpu --isa=auto -o %t.o %s && falx-image %t.o | FileCheck %s --check-prefix=ONE
; RUN: falx-post-link --target=native_cpu --isa=auto -o %t.o %s %S/Inputs/compiled_plain.ll && falx-image %t.o | FileCheck %s --check-prefix=ALL
; RUN: falx-post-link --target=native_cpu --isa=auto -o %t.o %S/Inputs/compiled_plain.ll && falx-image %t.o | FileCheck %s --check-prefix=BASELINE
; RUN: falx-post-link --target=native_cpu -o %t.o %S/Inputs/compiled_host.ll %S/Inputs/compiled_plain.ll && falx-image %t.o | FileCheck %s --check-prefix=LEVEL0
; RUN: falx-post-link --target=native_cpu -o %t.o %S/Inputs/compiled_plain.ll %S/Inputs/compiled_host.ll && falx-image %t.o | FileCheck %s --check-prefix=LEVEL0
; RUN: not falx-post-link --target=native_cpu -o %t.not.o %s %S/Inputs/compiled_aarch64.ll 2>&1 | FileCheck %s --check-prefix=ARCH
; RUN: test ! -e %t.not.o

; LEVEL3: optLevel = 3
; LEVEL0: optLevel = 0
; LEVEL1: optLevel = 1
; MIXED-DAG: kernel _ZTS4Fast
; MIXED-DAG: kernel _ZTS5Plain
; LINKED-DAG: define {{.*}}void @_ZTS4Fast({{.*}} [[FAST:#[0-9]+]] 
; LINKED-DAG: define {{.*}}void @_ZTS5Plain({{.*}} [[PLAIN:#[0-9]+]] 
; LINKED-DAG: define linkonce_odr {{.*}}i32 @_Z6sharedi({{.*}} [[SHARED:#[0-9]+]] 
; LINKED-DAG: attributes [[PLAIN]] = { {{.*}}optnone
; LINKED-DAG: attributes [[SHARED]] = { nounwind "
; OPTIMIZED: alloca i32
; ONE: native code for haswell
; ONE-NOT: image:
; ALL: native code for x86-64,
; ALL: native code for x86-64-v3,
; ALL: native code for x86-64-v4,
; BASELINE: native code for x86-64,
; BASELINE-NOT: image:
; ARCH: error: '{{.*}}compiled.ll' is device code for x86_64-pc-linux-gnu and '{{.*}}compiled_aarch64.ll' for aarch64-unknown-linux-gnu; compile both for the same target

target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define linkonce_odr spir_func i32 @_Z6sharedi(i32 %x) nounwind {
  %twice = mul i32 %x, 2
  ret i32 %twice
}
define spir_kernel void @_ZTS4Fast(ptr byval(%functor) align 8 %f) nounwind {
  %out = load ptr, ptr %f
  %v = call spir_func i32 @_Z6sharedi(i32 1)
  store i32 %v, ptr %out
  ret void
}
!llvm.commandline = !{!0, !1}
!0 = !{!"clang -O0"}
!1 = !{!"falx -O3 --march=haswell"}
