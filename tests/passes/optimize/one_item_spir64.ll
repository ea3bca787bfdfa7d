; What one work-item of a group stores for all of them has an address that says so: the element is not taken for
; the one that each work-item has loaded before.
; RUN: falx-opt -S -O2 -passes=optimize-early,optimize --target=spir64 %s | FileCheck-22 %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @Total(
; CHECK: br i1
; CHECK: [[LAST:%.*]] = getelementptr {{.*}}ptr addrspace(3) %tile, i64 1020
; CHECK: [[TOTAL:%.*]] = load i32, ptr addrspace(3) [[LAST]]
; CHECK: store i32 [[TOTAL]], ptr addrspace(1) %total
define spir_kernel void @Total(ptr addrspace(1) %out, ptr addrspace(1) %total, ptr addrspace(3) %tile) {
  %l = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %at = call spir_func ptr addrspace(3) @element(ptr addrspace(3) %tile, i64 %l)
  %mine = load i32, ptr addrspace(3) %at, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %l
  store i32 %mine, ptr addrspace(1) %to, align 4
  %is_last = icmp eq i64 %l, 255
  br i1 %is_last, label %last, label %end
last:
  %at.again = call spir_func ptr addrspace(3) @element(ptr addrspace(3) %tile, i64 %l)
  %again = load i32, ptr addrspace(3) %at.again, align 4
  store i32 %again, ptr addrspace(1) %total, align 4
  br label %end
end:
  ret void
}

define internal spir_func ptr addrspace(3) @element(ptr addrspace(3) %tile, i64 %i) {
  %at = getelementptr i32, ptr addrspace(3) %tile, i64 %i
  ret ptr addrspace(3) %at
}

declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32) nounwind willreturn memory(none)
