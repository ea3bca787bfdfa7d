target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr, ptr }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  store i32 1, ptr %out
  ret void
}
