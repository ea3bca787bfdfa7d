; LLVM's back end looks the format of a printf up in another function's table, takes it for one outside of
; constant memory, and wants an extension for that: not where no pass has inlined the call (-O0). No module
; asks for it.
; RUN: falx-post-link --target=spir64 -O0 --emit=table -o %t.table %s && strings %t_0.spv | FileCheck %s

; CHECK-NOT: relaxed_printf
; CHECK: OpenCL.std
; CHECK-NOT: relaxed_printf
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
%functor = type { i8 }
@.str = private unnamed_addr addrspace(1) constant [7 x i8] c"%s %d\0A\00", align 1
@.str.1 = private unnamed_addr addrspace(1) constant [8 x i8] c"printed\00", align 1

define internal spir_func void @_ZZ4mainENKUlvE_clEv(ptr addrspace(4) %self) noinline optnone {
  %at = alloca ptr addrspace(4), align 8
  %all = addrspacecast ptr %at to ptr addrspace(4)
  store ptr addrspace(4) %self, ptr addrspace(4) %all, align 8
  %this = load ptr addrspace(4), ptr addrspace(4) %all, align 8
  %n = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @.str to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @.str.1 to ptr addrspace(4)), i32 4)
  ret void
}
declare spir_func i32 @printf(ptr addrspace(4), ...)

define spir_kernel void @_ZTSZ4mainEUlvE_(ptr byval(%functor) align 1 %f) noinline optnone {
  %g = addrspacecast ptr %f to ptr addrspace(4)
  call spir_func void @_ZZ4mainENKUlvE_clEv(ptr addrspace(4) %g)
  ret void
}
