; By-value aggregates: only read, they are read in place; written, each work-item has its copy. So it has
; of what is aligned above 16 bytes, as the function object may lie anywhere.
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%pair = type { i32, i64 }

; CHECK-LABEL: define internal void @reads.NativeCPUKernel(ptr noalias readonly align 8 captures(none) dereferenceable(16) %p, ptr %out, ptr noundef nonnull %state)
; CHECK-NOT: alloca
; CHECK: ret void
; CHECK-LABEL: define internal void @writes.NativeCPUKernel(ptr noalias readonly align 8 captures(none) dereferenceable(16) %p,
; CHECK: %[[COPY:.*]] = alloca %pair, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[COPY]], ptr align 8 %p, i64 16, i1 false)
; CHECK: store i32 1, ptr %[[COPY]]

; CHECK-LABEL: define internal void @wide.NativeCPUKernel(ptr noalias readonly align 16 captures(none) dereferenceable(128) %p,
; CHECK: %[[WIDE:.*]] = alloca %wide, align 128
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 128 %[[WIDE]], ptr align 16 %p, i64 128, i1 false)
; CHECK: load double, ptr %[[WIDE]], align 128


define spir_kernel void @reads(ptr byval(%pair) align 8 %p, ptr %out) {
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}

; CHECK-LABEL: define hidden void @reads(ptr %args, ptr %state)
; CHECK: %[[SLOT:.*]] = getelementptr inbounds ptr, ptr %args, i64 0
; CHECK: %[[BLOCK:.*]] = load ptr, ptr %[[SLOT]]
; CHECK: call void @reads.NativeCPUKernel(ptr %[[BLOCK]], ptr %{{.*}}, ptr %state)

define spir_kernel void @writes(ptr byval(%pair) align 8 %p, ptr %out) {
  store i32 1, ptr %p
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}

%wide = type { <16 x double> }
define spir_kernel void @wide(ptr byval(%wide) align 128 %p, ptr %out) {
  %v = load double, ptr %p, align 128
  store double %v, ptr %out
  ret void
}
