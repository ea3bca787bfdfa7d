; A SPIR-V module among the inputs is an image as it is: what it exports need not be defined by the others.
; Kernels without imports are in an image of their own, so that they run where the import is missing.
; RUN: sed -n 's/^;LIB //p' %s >%t.lib.ll
; RUN: falx-post-link --target=spir64 --emit=table -o %t.table %t.lib.ll && cp %t_0.spv %t.spv
; RUN: falx-post-link --target=spir64 -o %t.o %s %t.spv && falx-image --raw %t.o | FileCheck %s
; RUN: falx-post-link --target=spir64 --split=off -o %t.o %s %t.spv && falx-image --raw %t.o | FileCheck %s --check-prefix=OFF
; RUN: not falx-post-link --target=spir64 -o %t.o %s 2>&1 | FileCheck %s --check-prefix=UNDEFINED
; RUN: not falx-post-link --target=spir64 -o %t.o %t.spv 2>&1 | FileCheck %s --check-prefix=ALONE
; RUN: head -c 99 %t.spv >%t.cut.spv
; RUN: not falx-post-link --target=spir64 -o %t.o %s %t.cut.spv 2>&1 | FileCheck %s --check-prefix=CUT

; CHECK: image: spir64, SPIR-V
; CHECK-NOT: image:
; CHECK: [SYCL/imported symbols]
; CHECK-NEXT: twice
; CHECK: image: spir64, SPIR-V
; CHECK-NOT: imported
; CHECK: image: spir64, SPIR-V
; CHECK: [SYCL/exported symbols]
; CHECK-NEXT: twice
; OFF: image: spir64
; OFF: image: spir64
; OFF-NOT: image:
; UNDEFINED: undefined function 'twice' reached from device code
; ALONE: error: '{{.*}}.spv' is SPIR-V, and there is no other device code for spir64 that could call it
; CUT: error: '{{.*}}.cut.spv' is no whole SPIR-V module

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%functor = type { ptr addrspace(4) }

define spir_kernel void @_ZTS1A(ptr byval(%functor) align 8 %f) {
  %out = load ptr addrspace(4), ptr %f
  %n = call spir_func i32 @twice(i32 1)
  store i32 %n, ptr addrspace(4) %out
  ret void
}
define spir_kernel void @_ZTS1B(ptr byval(%functor) align 8 %f) {
  %out = load ptr addrspace(4), ptr %f
  store i32 2, ptr addrspace(4) %out
  ret void
}
declare spir_func i32 @twice(i32)

;LIB target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
;LIB target triple = "spirv64-unknown-unknown"
;LIB define spir_func i32 @twice(i32 %i) {
;LIB   %d = add i32 %i, %i
;LIB   ret i32 %d
;LIB }
;LIB @llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @twice, ptr @text, ptr @text, i32 4, ptr null }], section "llvm.metadata"
;LIB @text = private unnamed_addr constant [14 x i8] c"sycl_external\00", section "llvm.metadata"
