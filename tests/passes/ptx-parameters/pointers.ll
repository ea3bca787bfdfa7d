; A pointer that comes in an aggregate is one to global memory; one that is loaded from elsewhere need not be.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-parameters %s | FileCheck-22 %s

; CHECK: %[[P:.*]] = load ptr, ptr %place
; CHECK-NEXT: %[[GLOBAL:.*]] = addrspacecast ptr %[[P]] to ptr addrspace(1)
; CHECK-NEXT: %[[GENERIC:.*]] = addrspacecast ptr addrspace(1) %[[GLOBAL]] to ptr
; CHECK-NEXT: %[[Q:.*]] = load ptr, ptr %[[GENERIC]]
; CHECK-NEXT: store i32 1, ptr %[[Q]]

target triple = "nvptx64-nvidia-cuda"
%pair = type { i64, [4 x ptr] }
define ptx_kernel void @Kernel(ptr noalias readonly byval(%pair) align 8 %pair, i64 %n) {
  %place = getelementptr inbounds %pair, ptr %pair, i64 0, i32 1, i64 %n
  %p = load ptr, ptr %place
  %q = load ptr, ptr %p
  store i32 1, ptr %q
  ret void
}
