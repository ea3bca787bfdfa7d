; Masked loads and stores whose mask is a constant row of lanes are loads and stores of that row.
; RUN: falx-opt -S -passes=lane-loops %s | FileCheck-22 %s

; CHECK: define hidden void @rows
; CHECK: %[[ROW:.*]] = load <16 x float>, ptr %from, align 64, !tbaa
; CHECK: %[[WIDE:.*]] = shufflevector <16 x float> %[[ROW]], <16 x float> poison, <32 x i32> <i32 0, {{.*}}i32 15, i32 poison
; CHECK: %[[BOTH:.*]] = shufflevector <32 x float> %[[WIDE]], <32 x float> zeroinitializer, <32 x i32> <i32 0, {{.*}}i32 15, i32 48, {{.*}}i32 63>
; CHECK: %[[PART:.*]] = shufflevector <32 x float> %[[BOTH]], <32 x float> poison, <2 x i32> <i32 3, i32 4>
; CHECK: %[[AT:.*]] = getelementptr float, ptr %to, i64 3
; CHECK: store <2 x float> %[[PART]], ptr %[[AT]], align 4
; CHECK: call <4 x float> @llvm.masked.load.v4f32
; CHECK-NOT: shufflevector
; CHECK: store <4 x float> %{{.*}}, ptr %to, align 4

define hidden void @rows(ptr %from, ptr %to) {
  %a = call <32 x float> @llvm.masked.load.v32f32.p0(ptr align 64 %from, <32 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>, <32 x float> zeroinitializer), !tbaa !0
  call void @llvm.masked.store.v32f32.p0(<32 x float> %a, ptr align 64 %to, <32 x i1> <i1 false, i1 false, i1 undef, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  %b = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %from, <4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x float> poison)
  call void @llvm.masked.store.v4f32.p0(<4 x float> %b, ptr align 4 %to, <4 x i1> splat (i1 true))
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"float", !2}
!2 = !{!"root"}
