; Pointers to local memory arrive as offsets in the dynamic shared memory; that of the first is 0.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-parameters %s | FileCheck-22 %s

; CHECK: @falx_dynamic_shared = external addrspace(3) global [0 x i8], align 128
; CHECK: define ptx_kernel void @Kernel(ptr addrspace(1) noundef %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 %[[BYTES:.*]]) {
; CHECK-NEXT: alloca i32
; CHECK-NEXT: %[[OFFSET:.*]] = zext nneg i32 %[[BYTES]] to i64
; CHECK-NEXT: %[[TWO:.*]] = getelementptr inbounds i8, ptr addrspace(3) @falx_dynamic_shared, i64 %[[OFFSET]]
; CHECK-NEXT: call void @llvm.assume(i1 true) [ "align"(ptr addrspace(3) %[[TWO]], i64 128) ]
; CHECK-NEXT: store i32 %{{.*}}, ptr addrspace(1)
; CHECK-NEXT: store i32 1, ptr addrspace(3) @falx_dynamic_shared
; CHECK-NEXT: store i32 2, ptr addrspace(3) %[[TWO]]

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @Kernel(ptr addrspace(1) noundef %to, ptr addrspace(3) %one, i32 %n, ptr addrspace(3) noundef %two) {
  %variable = alloca i32
  store i32 %n, ptr addrspace(1) %to
  store i32 1, ptr addrspace(3) %one
  store i32 2, ptr addrspace(3) %two
  ret void
}
