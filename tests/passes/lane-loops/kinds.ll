; Masked accesses of 32 lanes become calls of loops over the mask's bits, where the processor cannot do them;
; fewer lanes are left to LLVM.
; RUN: falx-opt -S -passes=lane-loops %s | FileCheck-22 %s

; CHECK: define hidden void @accesses
; CHECK: %[[ADDRESSES:.*]] = alloca [64 x i64], align 64
; CHECK: %[[VALUES:.*]] = alloca [64 x i64], align 64
; CHECK: call void @falx.copy_lanes.v32i64(ptr %[[VALUES]], ptr %from, i64 %{{.*}})
; CHECK: %[[LOADED:.*]] = load <32 x double>, ptr %[[VALUES]], align 64
; CHECK: store <32 x double> %[[LOADED]], ptr %[[VALUES]], align 64
; CHECK: call void @falx.copy_lanes.v32i64(ptr %to, ptr %[[VALUES]], i64 %{{.*}})
; CHECK: store <32 x ptr> %many, ptr %[[ADDRESSES]], align 64
; CHECK: call void @falx.gather_lanes.v32i64(ptr %[[VALUES]], ptr %[[ADDRESSES]], i64 %{{.*}})
; CHECK: call void @falx.scatter_lanes.v32i64(ptr %[[ADDRESSES]], ptr %[[VALUES]], i64 %{{.*}})
; CHECK: call <16 x double> @llvm.masked.load.v16f64
; CHECK: define internal void @falx.copy_lanes.v32i64(ptr %0, ptr %1, i64 %2)
; CHECK: icmp eq i64 %2, 4294967295
; CHECK: load <32 x i64>
; CHECK: call i64 @llvm.cttz.i64

define hidden void @accesses(ptr %from, ptr %to, <32 x ptr> %many, <32 x i1> %mask, <16 x i1> %few) {
  %a = call <32 x double> @llvm.masked.load.v32f64.p0(ptr align 8 %from, <32 x i1> %mask, <32 x double> poison)
  call void @llvm.masked.store.v32f64.p0(<32 x double> %a, ptr align 8 %to, <32 x i1> %mask)
  %b = call <32 x double> @llvm.masked.gather.v32f64.v32p0(<32 x ptr> align 8 %many, <32 x i1> %mask, <32 x double> %a)
  call void @llvm.masked.scatter.v32f64.v32p0(<32 x double> %b, <32 x ptr> align 8 %many, <32 x i1> %mask)
  %c = call <16 x double> @llvm.masked.load.v16f64.p0(ptr align 8 %from, <16 x i1> %few, <16 x double> poison)
  call void @llvm.masked.store.v16f64.p0(<16 x double> %c, ptr align 8 %to, <16 x i1> %few)
  ret void
}
