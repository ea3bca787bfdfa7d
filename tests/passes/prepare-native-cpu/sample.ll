; Document 002's sample: the kernel takes the state, the subhandler keeps the kernel's name and
; forwards only the used arguments.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK: define internal void @_Z6Sample.NativeCPUKernel(ptr noundef align 4 %_arg_0, ptr noundef align 4 %_arg_3, ptr noundef align 4 %_arg_4, ptr noundef nonnull %state)
; CHECK: %[[ID:.*]] = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
; CHECK: getelementptr inbounds i32, ptr %_arg_3, i64 %[[ID]]
; CHECK: getelementptr inbounds i32, ptr %_arg_4, i64 %[[ID]]
; CHECK: getelementptr inbounds i32, ptr %_arg_0, i64 %[[ID]]

; CHECK: define hidden void @_Z6Sample(ptr %args, ptr %state)
; CHECK-SAME: !falx.dispatch ![[DISPATCH:[0-9]+]]
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[S0:.*]] = getelementptr inbounds ptr, ptr %args, i64 0
; CHECK-NEXT: %[[A0:.*]] = load ptr, ptr %[[S0]]
; CHECK-NEXT: %[[V0:.*]] = load ptr, ptr %[[A0]], align 1
; CHECK-NEXT: %[[S3:.*]] = getelementptr inbounds ptr, ptr %args, i64 3
; CHECK-NEXT: %[[A3:.*]] = load ptr, ptr %[[S3]]
; CHECK-NEXT: %[[V3:.*]] = load ptr, ptr %[[A3]], align 1
; CHECK-NEXT: %[[S4:.*]] = getelementptr inbounds ptr, ptr %args, i64 4
; CHECK-NEXT: %[[A4:.*]] = load ptr, ptr %[[S4]]
; CHECK-NEXT: %[[V4:.*]] = load ptr, ptr %[[A4]], align 1
; CHECK-NEXT: call void @_Z6Sample.NativeCPUKernel(ptr %[[V0]], ptr %[[V3]], ptr %[[V4]], ptr %state)
; CHECK-NEXT: ret void
; CHECK-NOT: spir_kernel
; CHECK-NOT: @_Z33__spirv_BuiltInGlobalInvocationIdi
; CHECK: ![[DISPATCH]] = !{i32 1, i32 1}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define weak_odr dso_local spir_kernel void @_Z6Sample(ptr noundef align 4 %_arg_0, ptr noundef align 4 %_arg_3, ptr noundef align 4 %_arg_4) !falx.omit !0 {
entry:
  %0 = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %a = getelementptr inbounds i32, ptr %_arg_3, i64 %0
  %1 = load i32, ptr %a, align 4
  %b = getelementptr inbounds i32, ptr %_arg_4, i64 %0
  %2 = load i32, ptr %b, align 4
  %sum = add nsw i32 %1, %2
  %c = getelementptr inbounds i32, ptr %_arg_0, i64 %0
  store i32 %sum, ptr %c, align 4
  ret void
}

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

!0 = !{i1 false, i1 true, i1 true, i1 false, i1 false}
