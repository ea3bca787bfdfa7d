; Cases that lead to one place are one test; each step of a search would be taken by all lanes.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: icmp s
; CHECK: %[[EVEN:.*]] = and <4 x i32> %{{.*}}, splat (i32 -3)
; CHECK: icmp {{eq|ne}} <4 x i32> %[[EVEN]], splat (i32 12)
; CHECK-NOT: icmp
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p
  switch i32 %x, label %other [ i32 12, label %end
                                i32 14, label %end ]
other:
  %y = load i32, ptr %q
  br label %end
end:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ], [ %y, %other ]
  store i32 %r, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
