; Members of the function object that nothing writes to are read in the parameter, where an index chooses, too. One
; that is written to has its copy, and so has an object whose address gets out of sight.
; RUN: falx-opt -S -O1 --target=nvptx64-nvidia-cuda -passes=ptx-parameters %s | FileCheck-22 %s

; CHECK-LABEL: define ptx_kernel void @Read(
; CHECK: %[[MEMBER:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 0
; CHECK-NEXT: %[[ELEMENT:.*]] = getelementptr inbounds i64, ptr %[[MEMBER]], i64 %
; CHECK-NEXT: load i64, ptr %[[ELEMENT]]
; CHECK-LABEL: define ptx_kernel void @Written(
; CHECK-NOT: getelementptr inbounds i8, ptr %{{.*}}, i64 0
; CHECK-LABEL: define ptx_kernel void @Escapes(
; CHECK-NOT: getelementptr inbounds i8, ptr %{{.*}}, i64 0

target triple = "nvptx64-nvidia-cuda"
%functor = type { i64, [8 x i64] }
define ptx_kernel void @Read(i64 %n, ptr noalias readonly byval({ [8 x i64] }) align 8 %table, ptr addrspace(1) %to) {
  %f = alloca %functor, align 8
  store i64 %n, ptr %f
  %member = getelementptr inbounds i8, ptr %f, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %member, ptr align 8 %table, i64 64, i1 false)
  %element = getelementptr inbounds i64, ptr %member, i64 %n
  %x = load i64, ptr %element
  store i64 %x, ptr addrspace(1) %to
  ret void
}
define ptx_kernel void @Written(i64 %n, ptr noalias readonly byval({ [8 x i64] }) align 8 %table, ptr addrspace(1) %to) {
  %f = alloca %functor, align 8
  %member = getelementptr inbounds i8, ptr %f, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %member, ptr align 8 %table, i64 64, i1 false)
  %element = getelementptr inbounds i64, ptr %member, i64 %n
  store i64 1, ptr %element
  %x = load i64, ptr %member
  store i64 %x, ptr addrspace(1) %to
  ret void
}
define ptx_kernel void @Escapes(ptr noalias readonly byval({ [8 x i64] }) align 8 %table) {
  %f = alloca %functor, align 8
  %member = getelementptr inbounds i8, ptr %f, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %member, ptr align 8 %table, i64 64, i1 false)
  call void @takes(ptr %f)
  ret void
}
define internal void @takes(ptr %f) noinline {
  store volatile i64 1, ptr %f
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
