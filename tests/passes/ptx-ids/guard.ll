; A kernel that asks for global ids only leaves out work-items beyond the end, in the dimensions of which it asks
; and those below; one that asks for more than that does not, nor one that calls what cannot be seen.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-ids %s | FileCheck-22 %s

; CHECK: define ptx_kernel void @Line(ptr addrspace(1) %to, ptr noalias readonly byval({ [2 x i64] }) align 8 "nvvm.grid_constant" %_arg_launch_range) !falx.dispatch [[X:![0-9]+]]
; CHECK-NEXT: alloca i32
; CHECK-NEXT: %[[GROUP:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK-NEXT: %[[SIZE:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-NEXT: %[[LOCAL:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: %[[BEFORE:.*]] = mul nuw nsw i32 %[[GROUP]], %[[SIZE]]
; CHECK-NEXT: %[[PLACE:.*]] = add nuw nsw i32 %[[BEFORE]], %[[LOCAL]]
; CHECK-NEXT: %[[FROM:.*]] = getelementptr inbounds i8, ptr %_arg_launch_range, i64 0
; CHECK-NEXT: %[[FIRST:.*]] = load i32, ptr %[[FROM]], align 8, !range [[IDS:![0-9]+]], !invariant.load
; CHECK-NEXT: %[[ID:.*]] = add nuw nsw i32 %[[PLACE]], %[[FIRST]]
; CHECK-NEXT: %[[TO:.*]] = getelementptr inbounds i8, ptr %_arg_launch_range, i64 8
; CHECK-NEXT: %[[END:.*]] = load i32, ptr %[[TO]], align 8, !range [[SIZES:![0-9]+]], !invariant.load
; CHECK-NEXT: %[[IS_IN:.*]] = icmp ult i32 %[[ID]], %[[END]]
; CHECK-NEXT: br i1 %[[IS_IN]], label %[[BODY:.*]], label %[[LEAVE:.*]]
; CHECK: [[BODY]]:
; CHECK: zext nneg i32 %{{.*}} to i64
; CHECK: [[LEAVE]]:
; CHECK-NEXT: ret void

; CHECK: define ptx_kernel void @Plane({{.*}}) !falx.dispatch [[XY:![0-9]+]]
; CHECK: and i1
; CHECK-NOT: and i1
; CHECK: define ptx_kernel void @Grouped({{.*}}%_arg_launch_range) !falx.dispatch [[NONE:![0-9]+]]
; CHECK-NOT: icmp
; CHECK: define ptx_kernel void @Imports({{.*}}%_arg_launch_range) !falx.dispatch [[NONE]]
; CHECK-NOT: icmp
; CHECK: call void @_Z5otherv()
; CHECK-DAG: [[X]] = !{i32 768, i32 0}
; CHECK-DAG: [[XY]] = !{i32 1792, i32 0}
; CHECK-DAG: [[NONE]] = !{i32 256, i32 0}
; CHECK-DAG: [[IDS]] = !{i32 0, i32 2147482625}
; CHECK-DAG: [[SIZES]] = !{i32 1, i32 2147482625}

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @Line(ptr addrspace(1) %to) {
  %variable = alloca i32
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  store i64 %id, ptr addrspace(1) %to
  ret void
}
define ptx_kernel void @Plane(ptr addrspace(1) %to) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  store i64 %id, ptr addrspace(1) %to
  ret void
}
define ptx_kernel void @Grouped(ptr addrspace(1) %to) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %local = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %sum = add i64 %id, %local
  store i64 %sum, ptr addrspace(1) %to
  ret void
}
define ptx_kernel void @Imports(ptr addrspace(1) %to) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  store i64 %id, ptr addrspace(1) %to
  call void @_Z5otherv()
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare void @_Z5otherv()
