; A small kernel with a loop gets twice as many lanes, so that two chains of arithmetic are in flight.
; RUN: falx-opt -S -passes=vectorize %s -o - | FileCheck %s

; CHECK: define internal void @k.NativeCPUKernel.v8(
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %p
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = phi float [ %x, %entry ], [ %z, %loop ]
  %z = fmul float %y, %y
  %next = add i32 %k, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  store float %z, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
