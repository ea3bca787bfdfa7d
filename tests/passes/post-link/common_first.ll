; What both ways of a branch begin with is done once before it, while it still looks alike: vector
; code runs both ways (NC-13).
; RUN: falx-post-link --target=native_cpu -O2 --save-temps=%t -o %t.o %s && cat %t.*.optimize-early.ll | FileCheck %s

; CHECK-LABEL: define {{.*}} @_ZTS6Sample
; CHECK: load i32
; CHECK: br i1
; CHECK-COUNT-1: load i32
; CHECK-NOT: load i32
; CHECK: ret void
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr, i64 }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  %p = load ptr, ptr %f
  %more = getelementptr %functor, ptr %f, i64 0, i32 1
  %from = load i64, ptr %more
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %is_low = icmp ult i64 %id, %from
  br i1 %is_low, label %low, label %high
low:
  %a = add i64 %from, %id
  %x = getelementptr i32, ptr %p, i64 %a
  %v = load i32, ptr %x
  br label %end
high:
  %b = add i64 %from, %id
  %y = getelementptr i32, ptr %p, i64 %b
  %w = load i32, ptr %y
  %z = getelementptr i32, ptr %p, i64 %from
  %u = load i32, ptr %z
  %sum = add i32 %w, %u
  br label %end
end:
  %r = phi i32 [ %v, %low ], [ %sum, %high ]
  %out = getelementptr i32, ptr %p, i64 %id
  store i32 %r, ptr %out
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
