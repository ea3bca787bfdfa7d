; A store to addresses of any kind is a scatter, masked where lanes may be absent.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[MASK:.*]] = icmp sgt <4 x i32>
; CHECK: getelementptr i32, ptr %a, <4 x i64>
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %{{.*}}, <4 x ptr> align 4 %{{.*}}, <4 x i1> %[[MASK]])
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %q
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %t, label %e
t:
  %i = sext i32 %x to i64
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 %n, ptr %p, align 4
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
