; Of values that lanes store to one address the last active lane's stays. Where none is active the place in the vector
; is still within it.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: guarded:
; CHECK-NEXT: %[[ACTIVE:.*]] = or i4 %{{.*}}, 1
; CHECK-NEXT: %[[Z:.*]] = call {{.*}}i4 @llvm.ctlz.i4(i4 %[[ACTIVE]], i1 true)
; CHECK-NEXT: %[[L:.*]] = xor i4 %[[Z]], 3
; CHECK-NEXT: %[[N:.*]] = zext nneg i4 %[[L]] to i32
; CHECK-NEXT: %[[X:.*]] = extractelement <4 x i32> %{{.*}}, i32 %[[N]]
; CHECK-NEXT: store i32 %[[X]], ptr %a
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %q
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  store i32 %x, ptr %a
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
