target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = external constant [2 x i32]

define spir_func i32 @_Z6secondi(i32 %i) "sycl_external" {
  %p = getelementptr [2 x i32], ptr @table, i64 0, i32 %i
  %n = load i32, ptr %p
  %v = call spir_func i32 @_Z5thirdi(i32 %n)
  ret i32 %v
}
declare spir_func i32 @_Z5thirdi(i32)
