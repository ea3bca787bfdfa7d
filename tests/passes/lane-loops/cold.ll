; Functions that rarely run: of many gathers and scatters of few lanes, whose blocks LLVM takes longer to compile
; than all else, each becomes a call; of few, and in other functions, none. An AVX2 processor's gathers, too.
; RUN: falx-opt -S -passes=lane-loops %s | FileCheck-22 %s
; RUN: falx-opt -S -passes=lane-loops --march=x86-64-v3 %s | FileCheck-22 %s
; RUN: falx-opt -S -passes=lane-loops --march=x86-64-v4 %s | FileCheck-22 --check-prefix=NATIVE %s

; CHECK: define hidden void @hot
; CHECK-NOT: _lanes
; CHECK: define hidden void @cold_few
; CHECK-NOT: _lanes
; CHECK: define hidden void @cold_many
; CHECK-NOT: llvm.masked
; CHECK-COUNT-5: call void @falx.scatter_lanes.v4i32
; CHECK: define internal void @falx.gather_lanes.v4i32
; CHECK: define internal void @falx.scatter_lanes.v4i32

; NATIVE-NOT: _lanes

target triple = "x86_64-pc-linux-gnu"

define hidden void @hot(<4 x ptr> %from, <4 x ptr> %to, <4 x i1> %mask) {
  %g1 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g1, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g2 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g2, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g3 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g3, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g4 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g4, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g5 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g5, <4 x ptr> align 4 %to, <4 x i1> %mask)
  ret void
}

define hidden void @cold_few(<4 x ptr> %from, <4 x ptr> %to, <4 x i1> %mask) !falx.cold !0 {
  %g1 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g1, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g2 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g2, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g3 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g3, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g4 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g4, <4 x ptr> align 4 %to, <4 x i1> %mask)
  ret void
}

define hidden void @cold_many(<4 x ptr> %from, <4 x ptr> %to, <4 x i1> %mask) !falx.cold !0 {
  %g1 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g1, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g2 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g2, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g3 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g3, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g4 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g4, <4 x ptr> align 4 %to, <4 x i1> %mask)
  %g5 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %from, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %g5, <4 x ptr> align 4 %to, <4 x i1> %mask)
  ret void
}

!0 = !{}
