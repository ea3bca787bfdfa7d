; There is no code for work-item functions on nvptx64 yet: an error says so, and what to do.
; RUN: not falx-opt --target=nvptx64-nvidia-cuda -passes=check-nvptx64 %s -o %t.bc 2>&1 | FileCheck-22 %s
; RUN: sed '/; BUILTIN$/d' %s | falx-opt -S --target=nvptx64-nvidia-cuda -passes=check-nvptx64 - | FileCheck-22 %s --check-prefix=FINE

; CHECK: error: {{.*}}work-item functions are not supported on nvptx64-nvidia-cuda yet; leave it out of -fsycl-targets=
; FINE: define ptx_kernel void @K

define ptx_kernel void @K(ptr addrspace(1) %p) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0) ; BUILTIN
  store i64 1, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
