; A uniform branch in a masked block stays a branch: its blocks have the mask of the block around.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[MASK:.*]] = icmp sgt <4 x i32>
; CHECK: guarded:
; CHECK-NEXT: %[[D:.*]] = icmp sgt i32 %n, 9
; CHECK-NEXT: br i1 %[[D]], label %tt, label %te
; CHECK: te:
; CHECK-NEXT: call void @llvm.masked.store.v4i32.p0(<4 x i32> %{{.*}}, ptr align 4 %{{.*}}, <4 x i1> %[[MASK]])
; CHECK: tt:
; CHECK: fdiv <4 x double>
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %{{.*}}, ptr align 4 %{{.*}}, <4 x i1> %[[MASK]])
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  %d = icmp sgt i32 %n, 9
  br i1 %d, label %tt, label %te
tt:
  %y = sdiv i32 %x, %n
  store i32 %y, ptr %q
  br label %e
te:
  store i32 %x, ptr %q
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
