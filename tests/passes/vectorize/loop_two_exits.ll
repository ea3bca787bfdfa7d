; Lanes that leave a loop by different exits run the code behind each with its own mask.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: loop:
; CHECK: %[[IN:.*]] = icmp eq <4 x i32> %{{.*}}, splat (i32 12)
; CHECK: %[[FOUND:.*]] = or <4 x i1>
; CHECK: %[[LOST:.*]] = or <4 x i1>
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 -1), ptr align 4 %{{.*}}, <4 x i1> %[[LOST]])
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %{{.*}}, ptr align 4 %{{.*}}, <4 x i1> %[[FOUND]])
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k2, %next ]
  %s = phi i32 [ %x, %entry ], [ %s2, %next ]
  %d = icmp eq i32 %s, 12
  br i1 %d, label %found, label %next
next:
  %s2 = mul i32 %s, %n
  %k2 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %s2, 1000
  br i1 %c, label %loop, label %lost
found:
  store i32 %k, ptr %q
  br label %end
lost:
  store i32 -1, ptr %p
  br label %end
end:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
