; What LLVM's back end cannot translate ends the process that generates the code, not falx-post-link.
; RUN: not falx-post-link --target=spir64 -o %t.o %s 2>&1 | FileCheck %s
; RUN: test ! -e %t.o
; CHECK: falx-post-link: error: {{.*}}LLVM has no code for this kernel, or one of its image (status {{[0-9]+}}): {{.+}}
; CHECK-NOT: Stack dump
target triple = "spirv64-unknown-unknown"
%functor = type { ptr addrspace(4) }
declare i64 @llvm.x86.rdtsc()
define spir_kernel void @_ZTS4Time(ptr byval(%functor) align 8 %f) {
  %out = load ptr addrspace(4), ptr %f
  %now = call i64 @llvm.x86.rdtsc()
  store i64 %now, ptr addrspace(4) %out
  ret void
}
