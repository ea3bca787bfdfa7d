; NC-7: a kernel with many barriers. Whole vectors run first; the epilogue of the rows, masked where
; vectors have 512 bits and scalar elsewhere, is a function. Code that seldom runs is a part of its own,
; compiled without optimization.
; RUN: awk '/^; STAGES/ { for (i = 0; i < 40; i++) { print "  %x" i " = load i32, ptr %q"; print "  %y" i " = mul i32 %x" i ", " i + 3; print "  store i32 %y" i ", ptr %q"; print "  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912)" }; next } { print }' %s > %t.ll
; RUN: falx-post-link --time --target=native_cpu --march=sapphirerapids -o %t.o %t.ll 2>&1 | FileCheck %s --check-prefix=TIME
; RUN: llvm-nm %t.o | FileCheck %s --check-prefix=MASKED
; RUN: llvm-objdump -d %t.o | FileCheck %s --check-prefix=SLOW
; RUN: falx-post-link --time --target=native_cpu --march=x86-64-v3 -o %t.o %t.ll 2>&1 | FileCheck %s --check-prefix=TIME
; RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SCALAR
; RUN: falx-post-link --time --target=native_cpu --march=x86-64-v3 -g -o %t.o %t.ll 2>&1 | FileCheck %s --check-prefix=WHOLE

; TIME-DAG: ms generate.part-1
; TIME-DAG: ms generate.part-2
; WHOLE-NOT: part-
; MASKED-DAG: {{[tT]}} {{.*}}NativeCPUKernel.epilogue0
; MASKED-DAG: {{[tT]}} {{.*}}NativeCPUKernel.region0
; MASKED-DAG: {{[tT]}} {{.*}}NativeCPUKernel.wide
; SLOW: NativeCPUKernel.region0>:
; SLOW: %zmm{{.*}}%k
; SCALAR-NOT: .wide
; SCALAR-DAG: {{[tT]}} {{.*}}NativeCPUKernel.region0
; SCALAR-DAG: {{[tT]}} {{.*}}NativeCPUKernel.epilogue0
; SCALAR-NOT: .wide
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS6Stages(ptr byval(%functor) align 8 %f) #0 {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %q = getelementptr inbounds i32, ptr %out, i64 %id
; STAGES
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent
