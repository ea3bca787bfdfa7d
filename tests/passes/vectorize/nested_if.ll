; The mask of a branch inside a branch is cut by that of the block it is in.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[OUTER:.*]] = icmp sgt <4 x i32>
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %{{.*}}, <4 x i1> %[[OUTER]],
; CHECK: %[[INNER:.*]] = icmp slt <4 x i32>
; The condition may be poison where the outer mask is off: no `and`.
; CHECK: %[[MASK:.*]] = select <4 x i1> %[[OUTER]], <4 x i1> %[[INNER]], <4 x i1> zeroinitializer
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 7), ptr align 4 %{{.*}}, <4 x i1> %[[MASK]])
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  %y = load i32, ptr %q
  %d = icmp slt i32 %y, %n
  br i1 %d, label %tt, label %e
tt:
  store i32 7, ptr %p
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
