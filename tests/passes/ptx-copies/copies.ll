; Copies of aligned memory are of 16 bytes; those that are not aligned, long or volatile stay.
; RUN: falx-opt -S -O2 --target=nvptx64-nvidia-cuda -passes=ptx-copies %s | FileCheck-22 %s

; CHECK: %[[A:.*]] = load <4 x i32>, ptr addrspace(1) %{{.*}}, align 16
; CHECK-NEXT: %[[FROM:.*]] = getelementptr inbounds i8, ptr addrspace(1) %{{.*}}, i64 16
; CHECK-NEXT: %[[B:.*]] = load <4 x i32>, ptr addrspace(1) %[[FROM]], align 16
; CHECK-NEXT: store <4 x i32> %[[A]], ptr addrspace(3) @tile, align 16
; CHECK-NEXT: store <4 x i32> %[[B]], ptr addrspace(3) getelementptr inbounds {{.*}}, align 16
; CHECK-COUNT-3: call void @llvm.memcpy
; CHECK-NEXT: ret void

target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [256 x i8] undef, align 16
define ptx_kernel void @Kernel(ptr addrspace(1) %from) {
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 16 @tile, ptr addrspace(1) align 16 %from, i64 32, i1 false)
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 16 @tile, ptr addrspace(1) align 8 %from, i64 32, i1 false)
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 16 @tile, ptr addrspace(1) align 16 %from, i64 256, i1 false)
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 16 @tile, ptr addrspace(1) align 16 %from, i64 32, i1 true)
  ret void
}
declare void @llvm.memcpy.p3.p1.i64(ptr addrspace(3), ptr addrspace(1), i64, i1)
