; A loop between barriers in which neighbouring work-items access neighbouring elements, and each round others
; that are far away, gets a barrier: all work-items do a round before the next one.
; RUN: falx-opt -O2 -S -passes=prepare-native-cpu %s -o - | FileCheck-22 %s
; RUN: falx-opt -O1 -S -passes=prepare-native-cpu %s -o - | FileCheck-22 --check-prefix=O1 %s

; CHECK-LABEL: @rounds.NativeCPUKernel(
; CHECK: body:
; CHECK: atomicrmw
; CHECK: call void @__falx_ncpu_barrier(i32 2)
; CHECK-NEXT: br label %head
; O1-LABEL: @rounds.NativeCPUKernel(
; O1: body:
; O1-NOT: barrier
; O1: br label %head
define spir_kernel void @rounds(ptr %in, ptr %bins) {
entry:
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %g = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %first = shl i64 %g, 16
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  br label %head
head:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %k, 256
  br i1 %more, label %body, label %exit
body:
  %k256 = shl nuw nsw i64 %k, 8
  %row = or disjoint i64 %first, %k256
  %i = add i64 %row, %l
  %at = getelementptr inbounds i32, ptr %in, i64 %i
  %x = load i32, ptr %at
  %to = sext i32 %x to i64
  %bin = getelementptr inbounds i32, ptr %bins, i64 %to
  %old = atomicrmw add ptr %bin, i32 1 monotonic, align 4
  %next = add nuw nsw i64 %k, 1
  br label %head
exit:
  ret void
}

; Not where work-items go on in the same lines, keep a sum, or may not all come to the loop.
; CHECK-LABEL: @lines.NativeCPUKernel(
; CHECK: body:
; CHECK-NOT: barrier
; CHECK: br label %head
define spir_kernel void @lines(ptr %out) {
entry:
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %own = shl i64 %l, 8
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  br label %head
head:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %k, 256
  br i1 %more, label %body, label %exit
body:
  %i = add i64 %own, %k
  %at = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 1, ptr %at
  %k256 = shl nuw nsw i64 %k, 8
  %j = add i64 %k256, %l
  %there = getelementptr inbounds i32, ptr %out, i64 %j
  store i32 2, ptr %there
  %next = add nuw nsw i64 %k, 1
  br label %head
exit:
  ret void
}

; CHECK-LABEL: @sums.NativeCPUKernel(
; CHECK: body:
; CHECK-NOT: barrier
; CHECK: br label %head
define spir_kernel void @sums(ptr %in, ptr %out) {
entry:
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  br label %head
head:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %add, %body ]
  %more = icmp ult i64 %k, 256
  br i1 %more, label %body, label %exit
body:
  %k256 = shl nuw nsw i64 %k, 8
  %i = add i64 %k256, %l
  %at = getelementptr inbounds i32, ptr %in, i64 %i
  %x = load i32, ptr %at
  %add = add i32 %sum, %x
  %next = add nuw nsw i64 %k, 1
  br label %head
exit:
  %to = getelementptr inbounds i32, ptr %out, i64 %l
  store i32 %sum, ptr %to
  ret void
}

; CHECK-LABEL: @some.NativeCPUKernel(
; CHECK: body:
; CHECK-NOT: barrier
; CHECK: br i1 %more
define spir_kernel void @some(ptr %out, i64 %n) {
entry:
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %is_one = icmp ult i64 %l, %n
  br i1 %is_one, label %body, label %exit
body:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %k256 = shl nuw nsw i64 %k, 8
  %i = add i64 %k256, %l
  %at = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 2, ptr %at
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 256
  br i1 %more, label %body, label %exit
exit:
  ret void
}

declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
