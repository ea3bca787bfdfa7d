; A constant that holds imports' addresses and is only read becomes an array of the function that reads it (DL-16).
; RUN: falx-opt -S -passes=prepare-native-cpu --allow-undefined %s -o - | FileCheck %s --implicit-check-not='@table =' --implicit-check-not='@copied ='

declare spir_func i32 @theirs(i32)
declare spir_func i32 @others(i32)
@table = internal constant [2 x ptr] [ptr @theirs, ptr @others]
@copied = private constant { i32, ptr } { i32 1, ptr @theirs }

; CHECK: define internal void @k.NativeCPUKernel(
; CHECK-DAG: [[COPIED:%.*]] = alloca { i32, ptr }
; CHECK-DAG: [[TABLE:%.*]] = alloca [2 x ptr]
; CHECK-DAG: insertvalue [2 x ptr] {{.*}}, 0
; CHECK-DAG: insertvalue [2 x ptr] {{.*}}, 1
; CHECK-DAG: store [2 x ptr] {{.*}}, ptr [[TABLE]]
; CHECK: getelementptr [2 x ptr], ptr [[TABLE]], i64 0, i64 %i
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr [[COPIED]], i64 16
define spir_kernel void @k(i64 %i, ptr %to, ptr %p) {
  %at = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
  %f = load ptr, ptr %at
  %r = call spir_func i32 %f(i32 1)
  %second = load ptr, ptr getelementptr ([2 x ptr], ptr @table, i64 0, i64 1)
  %s = call spir_func i32 %second(i32 %r)
  store i32 %s, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr @copied, i64 16, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
