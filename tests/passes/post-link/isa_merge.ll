; The variants' objects become one: a section group that each has stays once, with one symbol that all refer to; functions of other libraries are named once.
; RUN: falx-post-link --target=native_cpu --isa=baseline,v3,v4 -g -o %t.o %s
; RUN: llvm-readelf -g %t.o | FileCheck %s --check-prefix=GROUPS
; RUN: llvm-readelf -sW %t.o | FileCheck %s --check-prefix=SYMBOLS
; RUN: cc -shared -o %t.so %t.o -x c %S/Inputs/register.c -lm && llvm-nm %t.so | FileCheck %s --check-prefix=LINKED
; RUN: llvm-objdump -dr --no-show-raw-insn %t.o | FileCheck %s --check-prefix=CODE

; GROUPS: COMDAT group section [{{.*}}] `.group' [shared_constant] contains 1 sections:
; GROUPS-NOT: COMDAT group
; SYMBOLS-DAG: LOCAL  DEFAULT {{.*}} shared_constant
; SYMBOLS-DAG: GLOBAL DEFAULT {{ *}}UND remainder
; SYMBOLS-NOT: UND shared_constant
; SYMBOLS-NOT: UND remainder
; LINKED-DAG: shared_constant
; LINKED-DAG: t _ZTS6Sample.falx_kernel.x86-64-v4
; CODE-COUNT-3: R_X86_64_PC32 shared_constant

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
module asm ".section .rodata.shared,\22aG\22,@progbits,shared_constant,comdat"
module asm ".weak shared_constant"
module asm ".hidden shared_constant"
module asm "shared_constant: .long 7"
module asm ".text"
%functor = type { ptr }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %v = call i32 asm sideeffect "movl shared_constant(%rip), $0", "=r"()
  %d = sitofp i32 %v to double
  %r = call double @remainder(double %d, double 3.0)
  store double %r, ptr %out
  ret void
}
declare double @remainder(double, double)
