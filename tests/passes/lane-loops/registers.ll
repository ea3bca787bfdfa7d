; Masked loads and stores wider than a register, of whose mask the lanes of a register are known, are split.
; Without it LLVM 22 reads what the mask of the second load hides.
; RUN: falx-opt -S --march=x86-64-v3 -passes=lane-loops %s | FileCheck-22 %s
; RUN: falx-opt -S --march=x86-64-v3 -passes=lane-loops %s -o %t.ll
; RUN: llc-22 -O2 -mcpu=x86-64-v3 %t.ll -o - | FileCheck-22 %s --check-prefix=CODE

; CHECK: define hidden void @registers
; CHECK: %[[MASK:.*]] = shufflevector <32 x i1> %m, <32 x i1> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: %[[PART:.*]] = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> %[[MASK]], <8 x float> zeroinitializer)
; CHECK-NOT: load
; CHECK: %[[A:.*]] = shufflevector <32 x float> %{{.*}}, <32 x float> zeroinitializer, <32 x i32> <i32 0,
; CHECK: store <32 x float> %[[A]], ptr %q
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p2
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> %{{.*}}, ptr align 4 %p, <8 x i1> <i1 true, i1 true, i1 false,
; CHECK: store <8 x float> %{{.*}}, ptr %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: ret void

; CODE-LABEL: registers:
; CODE-NOT: 1032(%rdi)
; CODE: retq

target triple = "x86_64-unknown-linux-gnu"

define hidden void @registers(ptr %p, ptr %q, i32 %n, <16 x i1> %some) {
  %i = insertelement <32 x i32> poison, i32 %n, i64 0
  %s = shufflevector <32 x i32> %i, <32 x i32> poison, <32 x i32> zeroinitializer
  %active = icmp ugt <32 x i32> %s, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %m = and <32 x i1> %active, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>
  %a = call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 4 %p, <32 x i1> %m, <32 x float> zeroinitializer)
  store <32 x float> %a, ptr %q, align 64
  %p2 = getelementptr i8, ptr %p, i64 1000
  %b = call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 4 %p2, <32 x i1> %m, <32 x float> zeroinitializer)
  store <32 x float> %b, ptr %q, align 64
  %c = shufflevector <32 x float> %b, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  call void @llvm.masked.store.v16f32.p0(<16 x float> %c, ptr align 4 %p, <16 x i1> <i1 true, i1 true, i1 false, i1 true, i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>)
  ret void
}
