; A divergent loop in a uniform one begins each round with all lanes.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: outer:
; CHECK-NOT: phi <4 x i1>
; CHECK: inner:
; CHECK: phi <4 x i1> [ splat (i1 true), %outer ],
; CHECK: latch:
; CHECK: icmp slt i32 %{{.*}}, %n
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k2, %latch ]
  %s = phi i32 [ %x, %entry ], [ %t2, %latch ]
  br label %inner
inner:
  %t = phi i32 [ %s, %outer ], [ %t2, %inner ]
  %t2 = mul i32 %t, 3
  %c = icmp slt i32 %t2, 100
  br i1 %c, label %inner, label %latch
latch:
  %k2 = add nuw nsw i32 %k, 1
  %d = icmp slt i32 %k2, %n
  br i1 %d, label %outer, label %exit
exit:
  store i32 %t2, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
