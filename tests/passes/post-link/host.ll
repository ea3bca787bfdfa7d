; Programs for other processors (NC-21; issue 3, item 7): code and descriptors are for the program's triple; what the front end noted decides the processor.
; RUN: sed s/TRIPLE/aarch64-unknown-linux-gnu/ %s > %t.a.ll && falx-post-link --host=aarch64-linux-gnu --target=native_cpu -o %t.a.o %t.a.ll
; RUN: llvm-readelf -hSW %t.a.o | FileCheck %s --check-prefixes=AARCH64,SECTIONS
; RUN: falx-image %t.a.o | FileCheck %s --check-prefix=IMAGE
; RUN: sed s/TRIPLE/riscv64-unknown-linux-gnu/ %s > %t.r.ll && falx-post-link --host=riscv64-linux-gnu --target=native_cpu -o %t.r.o %t.r.ll
; RUN: llvm-readelf -hSW %t.r.o | FileCheck %s --check-prefixes=RISCV,SECTIONS
; The processor of the front end: here one with vectors of variable length.
; RUN: sed -e s/TRIPLE/aarch64-unknown-linux-gnu/ -e 's/"features"/"target-cpu"="neoverse-v1"/' %s > %t.v.ll
; RUN: falx-post-link --host=aarch64-linux-gnu --target=native_cpu -o %t.v.o %t.v.ll && falx-image %t.v.o | FileCheck %s --check-prefix=CPU
; Descriptors alone follow the same calling convention.
; RUN: falx-post-link --target=native_cpu --host=riscv64-linux-gnu --emit=table -o %t.table %t.r.ll
; RUN: falx-offload-wrapper --host=riscv64-linux-gnu -o %t.w.o %t.table && llvm-readelf -hSW %t.w.o | FileCheck %s --check-prefix=RISCV
; RUN: not falx-post-link --host=aarch64-linux-gnu --target=native_cpu -o %t.o %t.r.ll 2>&1 | FileCheck %s --check-prefix=OTHER
; RUN: not falx-post-link --host=sparc-sun-solaris --target=native_cpu -o %t.o %t.r.ll 2>&1 | FileCheck %s --check-prefix=ARCH
; RUN: not falx-post-link --host=aarch64-linux-gnu --target=native_cpu --isa=v3 -o %t.o %t.a.ll 2>&1 | FileCheck %s --check-prefix=ISA

; AARCH64: Machine: AArch64
; RISCV: Machine: RISC-V
; RISCV: Flags: 0x5, RVC, double-float ABI
; SECTIONS-DAG: falx_image_desc PROGBITS
; SECTIONS-DAG: .init_array.101 INIT_ARRAY
; IMAGE: native code for generic, 16 bytes
; CPU: native code for neoverse-v1, 16 bytes
; OTHER: {{.*}}.ll: error: the device code is for riscv64-unknown-linux-gnu and the program for aarch64-linux-gnu; compile and link with the same --target=
; ARCH: {{.*}}.ll: error: the device code is for riscv64-unknown-linux-gnu and the program for sparc-sun-solaris
; ISA: error: --isa= is for x86_64, not for aarch64-linux-gnu; leave it out

target triple = "TRIPLE"
%functor = type { ptr, double }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) "features" {
  %out = load ptr, ptr %f
  %q = getelementptr inbounds %functor, ptr %f, i64 0, i32 1
  %v = load double, ptr %q
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds double, ptr %out, i64 %id
  store double %v, ptr %p
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
