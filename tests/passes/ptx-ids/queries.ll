; Where each id and size is from. Groups of y and z count from the grid's first; a dimension that is no constant
; selects; a work-group of known size has its sizes as constants, and whole sub-groups.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-ids %s | FileCheck-22 %s
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-ids --wide-ids %s | FileCheck-22 %s --check-prefix=WIDE

; CHECK-LABEL: define ptx_kernel void @SubGroups(
; CHECK-NOT: launch_range
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: lshr i32 %{{.*}}, 5
; CHECK: icmp ult i32 %{{.*}}, 32
; CHECK: select i1 %{{.*}}, i32 %{{.*}}, i32 32

; CHECK-LABEL: define ptx_kernel void @Known(
; CHECK-NOT: ntid
; CHECK: store volatile i32 32, ptr addrspace(1) %to
; CHECK-NEXT: store volatile i64 64, ptr addrspace(1) %to
; CHECK-NEXT: store volatile i64 0, ptr addrspace(1) %to

; CHECK-LABEL: define ptx_kernel void @Groups(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK-NEXT: zext nneg i32
; CHECK: %[[Y:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
; CHECK-NEXT: %[[GROUP:.*]] = zext nneg i32 %[[Y]] to i64
; CHECK-NEXT: %[[FROM:.*]] = getelementptr inbounds i8, ptr %_arg_launch_range, i64 88
; CHECK-NEXT: %[[FIRST:.*]] = load i32, ptr %[[FROM]], align 8
; CHECK-NEXT: %[[SECOND:.*]] = zext nneg i32 %[[FIRST]] to i64
; CHECK-NEXT: add nuw nsw i64 %[[GROUP]], %[[SECOND]]
; CHECK: getelementptr inbounds i8, ptr %_arg_launch_range, i64 128

; CHECK-LABEL: define ptx_kernel void @Any(
; CHECK: icmp eq i32 %{{[a-z0-9]+}}, 1
; CHECK: select i1
; CHECK: icmp eq i32 %{{[a-z0-9]+}}, 2
; CHECK: select i1

; WIDE-LABEL: define ptx_kernel void @Wide(
; WIDE-SAME: !falx.dispatch [[FLAGS:![0-9]+]]
; WIDE: mul nuw nsw i64
; WIDE: %[[FIRST:.*]] = load i64, ptr %{{.*}}, align 8, !invariant.load
; WIDE-NEXT: add nuw nsw i64 %{{.*}}, %[[FIRST]]
; WIDE: icmp ult i64
; WIDE: [[FLAGS]] = !{i32 4864, i32 0}

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @Groups(ptr addrspace(1) %to) {
  %x = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  store volatile i64 %x, ptr addrspace(1) %to
  %y = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 1)
  store volatile i64 %y, ptr addrspace(1) %to
  %n = call i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32 2)
  store volatile i64 %n, ptr addrspace(1) %to
  ret void
}
define ptx_kernel void @Any(ptr addrspace(1) %to, i32 %dimension) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 %dimension)
  store volatile i64 %id, ptr addrspace(1) %to
  %local = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 %dimension)
  store volatile i64 %local, ptr addrspace(1) %to
  ret void
}
define ptx_kernel void @SubGroups(ptr addrspace(1) %to) {
  %lane = call i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
  store volatile i32 %lane, ptr addrspace(1) %to
  %number = call i32 @_Z25__spirv_BuiltInSubgroupIdv()
  store volatile i32 %number, ptr addrspace(1) %to
  %size = call i32 @_Z27__spirv_BuiltInSubgroupSizev()
  store volatile i32 %size, ptr addrspace(1) %to
  ret void
}
define ptx_kernel void @Known(ptr addrspace(1) %to) !falx.reqd_work_group_size !0 {
  %size = call i32 @_Z27__spirv_BuiltInSubgroupSizev()
  store volatile i32 %size, ptr addrspace(1) %to
  %local = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  store volatile i64 %local, ptr addrspace(1) %to
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  store volatile i64 %y, ptr addrspace(1) %to
  ret void
}
define ptx_kernel void @Wide(ptr addrspace(1) %to) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  store i64 %id, ptr addrspace(1) %to
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32)
declare i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
declare i32 @_Z25__spirv_BuiltInSubgroupIdv()
declare i32 @_Z27__spirv_BuiltInSubgroupSizev()
!0 = !{i32 64, !"a.cpp:1:1"}
