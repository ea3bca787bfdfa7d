; What only the launch knows is asked in the kernel: functions that ask become part of it. What other images call
; counts from the begin of the grid.
; RUN: falx-opt -S -O0 --target=nvptx64-nvidia-cuda -passes=ptx-ids %s | FileCheck-22 %s

; CHECK-NOT: @inner
; CHECK: define void @exported(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK: mul nuw nsw i64
; CHECK: define ptx_kernel void @Kernel({{.*}}%_arg_launch_range)
; CHECK: getelementptr inbounds i8, ptr %_arg_launch_range, i64 16
; CHECK: store i64

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @Kernel(ptr addrspace(1) %to) noinline optnone {
  %n = call i64 @inner()
  store i64 %n, ptr addrspace(1) %to
  ret void
}
define internal i64 @inner() noinline optnone {
  %n = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  ret i64 %n
}
define void @exported(ptr addrspace(1) %to) "sycl_external" {
  %n = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  store i64 %n, ptr addrspace(1) %to
  ret void
}
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
