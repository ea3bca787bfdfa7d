; On nvptx64 a variable becomes the place for its address, under a symbol of PTX. Without image scope what it holds is
; that address itself; with it the address is loaded at the function's entry.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-device-globals %s | FileCheck-22 %s

; CHECK: @"_ZL1a$12ab" = weak addrspace(1) externally_initialized global ptr null, align 8
; CHECK: @scoped = weak addrspace(1) externally_initialized global ptr null, align 8
; CHECK: define ptx_kernel void @Kernel(
; CHECK-NEXT: %[[SLOT:.*]] = load ptr, ptr addrspace(1) @scoped, align 8, !invariant.load
; CHECK-NEXT: %[[VALUE:.*]] = addrspacecast ptr %[[SLOT]] to ptr addrspace(1)
; CHECK: %[[P:.*]] = load ptr, ptr %{{.*}}, align 8, !invariant.load
; CHECK-NEXT: %[[GLOBAL:.*]] = addrspacecast ptr %[[P]] to ptr addrspace(1)
; CHECK-NEXT: %[[GENERIC:.*]] = addrspacecast ptr addrspace(1) %[[GLOBAL]] to ptr
; CHECK-NEXT: store i32 1, ptr %[[GENERIC]]
; CHECK: store i32 2, ptr addrspace(1) %[[VALUE]]

target triple = "nvptx64-nvidia-cuda"
@_ZL1a.12ab = addrspace(1) externally_initialized global { ptr, ptr } zeroinitializer
@scoped = addrspace(1) externally_initialized global { i32, ptr } zeroinitializer
define ptx_kernel void @Kernel() {
  %p = load ptr, ptr addrspacecast (ptr addrspace(1) @_ZL1a.12ab to ptr), align 8
  store i32 1, ptr %p
  store i32 2, ptr addrspace(1) @scoped
  ret void
}
!falx.device_globals = !{!0, !1}
!0 = !{!"_ZL1a.12ab", i32 4, i32 0, !"", !""}
!1 = !{!"scoped", i32 4, i32 1, !"", !""}
