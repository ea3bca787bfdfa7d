; A module that calls large functions in many places calls those that would add most; small ones are inlined.
; RUN: python3 -c "print('target triple = \"nvptx64-nvidia-cuda\"\ndeclare double @lgamma(double)\ndeclare float @expf(float)\ndefine ptx_kernel void @k(ptr addrspace(1) %out) {'); [print(f'  %a{i} = load volatile double, ptr addrspace(1) %out\n  %r{i} = call double @lgamma(double %a{i})\n  store volatile double %r{i}, ptr addrspace(1) %out') for i in range(60)]; print('  %b = load volatile float, ptr addrspace(1) %out\n  %v = call float @expf(float %b)\n  store volatile float %v, ptr addrspace(1) %out\n  ret void\n}')" > %t.ll
; RUN: falx-opt -passes='nvptx-library,llvm<always-inline>' --target=nvptx64-nvidia-cuda -S %t.ll | FileCheck-22 %s

; CHECK: define ptx_kernel void @k(
; CHECK-COUNT-60: call double @lgamma(double
; CHECK-NOT: call float @expf
; CHECK: ret void
; CHECK: define internal {{.*}} @lgamma(double {{.*}}) {{.*}}#[[LARGE:[0-9]+]]
; CHECK: attributes #[[LARGE]] = {{{.*}}noinline
