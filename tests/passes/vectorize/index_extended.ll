; An index of 32 bits that goes up by one from lane to lane unless it wraps between them, extended: the
; first lane's and the last one's tell, and most often it is one vector load, one store.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[S:.*]] = add i32 %n, %{{.*}}
; CHECK: icmp sgt i32 %[[S]], 2147483644
; CHECK: br i1
; CHECK: row:
; CHECK: %[[I:.*]] = sext i32 %[[S]] to i64
; CHECK: %[[P:.*]] = getelementptr i32, ptr %a, i64 %[[I]]
; CHECK: %[[Q:.*]] = getelementptr i8, ptr %[[P]], i64 8
; CHECK: load <4 x i32>, ptr %[[Q]], align 4
; CHECK: scattered:
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK: icmp ugt i32 %{{.*}}, -4
; CHECK: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: call void @llvm.masked.scatter
; Under a mask the first lane need not be active: its address is made without promises.
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4.masked(
; CHECK: row:
; CHECK-NOT: inbounds
; CHECK: call <4 x i32> @llvm.masked.load
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %i = trunc i64 %id to i32
  %j = add i32 %n, %i
  %k = sext i32 %j to i64
  %p = getelementptr inbounds i32, ptr %a, i64 %k
  %q = getelementptr inbounds i8, ptr %p, i64 8
  %x = load i32, ptr %q, align 4
  %u = mul i32 %n, 7
  %l = add i32 %u, %i
  %m = zext i32 %l to i64
  %r = getelementptr inbounds i32, ptr %b, i64 %m
  store i32 %x, ptr %r, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
