; Two kernels with many barriers have half of their code in common: what is between two barriers is one
; function for both, in one of the module's parts, and another part calls it.
; RUN: awk '/^; STAGES/ { n++; for (i = 0; i < 50; i++) { x = "x" i "."; print "  %" x "0 = load i32, ptr %q"; for (k = 1; k < 50; k++) print "  %" x k " = " (k % 2 ? "mul" : "xor") " i32 %" x k - 1 ", " (i < 20 ? n : 7) * 1000 + i + k; print "  store i32 %" x "49, ptr %q"; print "  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)" }; next } { print }' %s > %t.ll
; RUN: falx-post-link --time --target=native_cpu --march=x86-64-v3 -o %t.o %t.ll 2>&1 | FileCheck %s --check-prefix=TIME
; RUN: llvm-nm %t.o | FileCheck %s
; RUN: llvm-objdump -dr --disassemble-symbols=_ZTS6Second.NativeCPUKernel %t.o | FileCheck %s --check-prefix=CALLS

; TIME-DAG: ms merge-parts
; TIME-DAG: ms generate.part-2
; CHECK-DAG: t _ZTS5First.NativeCPUKernel.region3
; CHECK-DAG: t _ZTS6Second.NativeCPUKernel.region3
; CHECK-DAG: t _ZTS5First.NativeCPUKernel.region43
; CHECK-NOT: _ZTS6Second.NativeCPUKernel.region43
; CALLS: <_ZTS6Second.NativeCPUKernel>:
; CALLS: call{{.*}} <_ZTS6Second.NativeCPUKernel.region3>
; CALLS: R_X86_64_{{.*}} _ZTS5First.NativeCPUKernel.region43
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS5First(ptr byval(%functor) align 8 %f) #0 {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %q = getelementptr inbounds i32, ptr %out, i64 %id
; STAGES
  ret void
}
define spir_kernel void @_ZTS6Second(ptr byval(%functor) align 8 %f) #0 {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %q = getelementptr inbounds i32, ptr %out, i64 %id
; STAGES
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent
