; A function object that is rebuilt from arguments and then only read is the same for all work-items:
; it is filled once for the call, and reading it is as parallel as reading shared memory. One that is
; written later, or from what differs, is each work-item's own.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: @same.NativeCPUKernel
; CHECK-NEXT: entry:
; CHECK-NEXT: %f = alloca [5 x i64], align 8
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %f, ptr align 8 %table, i64 32, i1 false)
; CHECK-NEXT: %slot = getelementptr i8, ptr %f, i64 32
; CHECK-NEXT: store ptr %out, ptr %slot, align 8
; CHECK: item{{.*}}:
; CHECK-NOT: lifetime
; CHECK: load i64, ptr %p, align 8, !llvm.access.group
define internal void @same.NativeCPUKernel(ptr noalias readonly %table, ptr %out, ptr %state) !falx.dispatch !0 {
  %f = alloca [5 x i64], align 8
  call void @llvm.lifetime.start.p0(ptr %f)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %f, ptr align 8 %table, i64 32, i1 false)
  %slot = getelementptr i8, ptr %f, i64 32
  store ptr %out, ptr %slot, align 8
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %k = and i64 %id, 3
  %p = getelementptr i64, ptr %f, i64 %k
  %v = load i64, ptr %p, align 8
  %q = getelementptr i64, ptr %out, i64 %id
  store i64 %v, ptr %q, align 8
  ret void
}

; CHECK-LABEL: @written.NativeCPUKernel
; CHECK: item{{.*}}:
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %f, ptr align 8 %table, i64 32, i1 false){{$}}
define internal void @written.NativeCPUKernel(ptr noalias readonly %table, ptr %out, ptr %state) !falx.dispatch !0 {
  %f = alloca [4 x i64], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %f, ptr align 8 %table, i64 32, i1 false)
  %v = load i64, ptr %f, align 8
  %w = add i64 %v, 1
  store i64 %w, ptr %f, align 8
  store i64 %w, ptr %out, align 8
  ret void
}

; CHECK-LABEL: @differs.NativeCPUKernel
; CHECK: item{{.*}}:
; CHECK: store i64 %global_id, ptr %f, align 8{{$}}
define internal void @differs.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 {
  %f = alloca i64, align 8
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  store i64 %id, ptr %f, align 8
  %v = load i64, ptr %f, align 8
  store i64 %v, ptr %out, align 8
  ret void
}

; CHECK-LABEL: @changing_source.NativeCPUKernel
; CHECK: item{{.*}}:
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %f, ptr align 8 %out, i64 8, i1 false){{$}}
define internal void @changing_source.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 {
  %f = alloca i64, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %f, ptr align 8 %out, i64 8, i1 false)
  %v = load i64, ptr %f, align 8
  %w = add i64 %v, 1
  store i64 %w, ptr %out, align 8
  ret void
}

declare i64 @__falx_ncpu_global_id(ptr, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
!0 = !{i32 1, i32 1}
