; Gathers of 32 narrow elements fill few registers, but LLVM makes a block of each lane: where a function has
; many, they become calls, too; where it has few, they are left to LLVM.
; RUN: falx-opt -S -passes=lane-loops %s | FileCheck-22 %s

; CHECK: define hidden void @few
; CHECK: call <32 x i8> @llvm.masked.gather.v32i8
; CHECK: define hidden void @many
; CHECK-COUNT-9: call void @falx.gather_lanes.v32i8
; CHECK: call <32 x i8> @llvm.masked.load.v32i8
; CHECK: define internal void @falx.gather_lanes.v32i8

define hidden void @few(<32 x ptr> %from, ptr %to, <32 x i1> %mask) {
  %a = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store <32 x i8> %a, ptr %to
  ret void
}

define hidden void @many(<32 x ptr> %from, ptr %to, <32 x i1> %mask) {
  %g1 = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %g1, ptr %to
  %g2 = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %g2, ptr %to
  %g3 = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %g3, ptr %to
  %g4 = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %g4, ptr %to
  %g5 = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %g5, ptr %to
  %g6 = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %g6, ptr %to
  %g7 = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %g7, ptr %to
  %g8 = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %g8, ptr %to
  %g9 = call <32 x i8> @llvm.masked.gather.v32i8.v32p0(<32 x ptr> align 1 %from, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %g9, ptr %to
  %l = call <32 x i8> @llvm.masked.load.v32i8.p0(ptr align 1 %to, <32 x i1> %mask, <32 x i8> poison)
  store volatile <32 x i8> %l, ptr %to
  ret void
}
