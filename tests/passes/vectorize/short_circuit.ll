; Conditions of && are masks one after the other; the second's load is masked by the first.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[FIRST:.*]] = icmp sgt <4 x i32>
; CHECK: %[[Y:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %{{.*}}, <4 x i1> %[[FIRST]],
; CHECK: %[[SECOND:.*]] = icmp eq <4 x i32> %[[Y]],
; CHECK: %[[BOTH:.*]] = select <4 x i1> %[[FIRST]], <4 x i1> %[[SECOND]], <4 x i1> zeroinitializer
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 1), ptr align 4 %{{.*}}, <4 x i1> %[[BOTH]])
; CHECK: select <4 x i1> %[[BOTH]], <4 x i32> splat (i32 2),
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  br i1 %c, label %and, label %e
and:
  %y = load i32, ptr %q
  %d = icmp eq i32 %y, %n
  br i1 %d, label %t, label %e
t:
  store i32 1, ptr %p
  br label %e
e:
  %r = phi i32 [ 0, %entry ], [ 1, %and ], [ 2, %t ]
  store i32 %r, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
