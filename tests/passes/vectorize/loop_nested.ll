; Of two nested divergent loops the inner goes on with the lanes that are in the outer.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: outer:
; CHECK: %[[OUTER:.*]] = phi <4 x i1> [ splat (i1 true), %entry ], [ %[[AGAIN:.*]], %latch ]
; CHECK: inner:
; CHECK: phi <4 x i1> [ %[[OUTER]], %outer ],
; CHECK: latch:
; CHECK: %[[AGAIN]] = select <4 x i1> %[[OUTER]], <4 x i1>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  br label %outer
outer:
  %s = phi i32 [ %x, %entry ], [ %t2, %latch ]
  br label %inner
inner:
  %t = phi i32 [ %s, %outer ], [ %t2, %inner ]
  %t2 = mul i32 %t, %n
  %c = icmp slt i32 %t2, 100
  br i1 %c, label %inner, label %latch
latch:
  %d = icmp slt i32 %t2, 1000
  br i1 %d, label %outer, label %exit
exit:
  store i32 %t2, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
