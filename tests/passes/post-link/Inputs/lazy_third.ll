target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = constant [2 x i32] [i32 3, i32 4]

define spir_func i32 @_Z5thirdi(i32 %i) "sycl_external" {
  %v = add i32 %i, 1
  ret i32 %v
}
