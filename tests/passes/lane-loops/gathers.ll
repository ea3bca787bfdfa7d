; LLVM makes a branch for each lane of AVX2's gathers, unless the function says that they are fast. A few are left
; so; functions that gather many lanes say it, unless they say the opposite.
; RUN: falx-opt -S -passes=lane-loops --march=x86-64-v3 %s | FileCheck-22 %s
; RUN: falx-opt -S -passes=lane-loops --march=x86-64-v4 %s | FileCheck-22 --check-prefix=WIDE %s

; CHECK: define hidden void @few({{.*}}) #[[FEW:[0-9]+]]
; CHECK: define hidden void @many({{.*}}) #[[MANY:[0-9]+]]
; CHECK: define hidden void @slow({{.*}}) #[[SLOW:[0-9]+]]
; CHECK-DAG: attributes #[[FEW]] = { nounwind }
; CHECK-DAG: attributes #[[MANY]] = { nounwind "target-features"="+fast-gather" }
; CHECK-DAG: attributes #[[SLOW]] = { nounwind "target-features"="+avx2,-fast-gather" }
; WIDE-NOT: +fast-gather
target triple = "x86_64-pc-linux-gnu"

define hidden void @few(<32 x ptr> %from, ptr %to, <32 x i1> %mask) nounwind {
  %a = call <32 x float> @llvm.masked.gather.v32f32.v32p0(<32 x ptr> align 4 %from, <32 x i1> %mask, <32 x float> poison)
  store <32 x float> %a, ptr %to
  ret void
}

define hidden void @many(<64 x ptr> %from, ptr %to, <64 x i1> %mask) nounwind {
  %g0 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g0, ptr %to
  %g1 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g1, ptr %to
  %g2 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g2, ptr %to
  %g3 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g3, ptr %to
  %g4 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g4, ptr %to
  %g5 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g5, ptr %to
  %g6 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g6, ptr %to
  %g7 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g7, ptr %to
  %g8 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g8, ptr %to
  ret void
}

define hidden void @slow(<64 x ptr> %from, ptr %to, <64 x i1> %mask) nounwind "target-features"="+avx2,-fast-gather" {
  %g0 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g0, ptr %to
  %g1 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g1, ptr %to
  %g2 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g2, ptr %to
  %g3 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g3, ptr %to
  %g4 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g4, ptr %to
  %g5 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g5, ptr %to
  %g6 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g6, ptr %to
  %g7 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g7, ptr %to
  %g8 = call <64 x float> @llvm.masked.gather.v64f32.v64p0(<64 x ptr> align 4 %from, <64 x i1> %mask, <64 x float> poison)
  store volatile <64 x float> %g8, ptr %to
  ret void
}
