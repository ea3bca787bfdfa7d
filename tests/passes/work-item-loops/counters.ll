; Counters of code coverage are incremented by every work-item: they are not independent.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK: %n = load i64, ptr @__profc_k, align 8{{$}}
; CHECK: store i64 %m, ptr @__profc_k, align 8{{$}}
; CHECK: store i64 0, ptr %out, align 8, !llvm.access.group
@__profc_k = private global [1 x i64] zeroinitializer, align 8

define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 {
  %n = load i64, ptr @__profc_k, align 8
  %m = add i64 %n, 1
  store i64 %m, ptr @__profc_k, align 8
  store i64 0, ptr %out, align 8
  ret void
}
!0 = !{i32 1, i32 1}
