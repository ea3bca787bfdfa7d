; Loads and stores of neighbours in a block that lanes may be absent from are masked.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[MASK:.*]] = icmp sgt <4 x i32>
; CHECK-NOT: br
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %{{.*}}, <4 x i1> %[[MASK]], <4 x i32> poison)
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
  %y = load i32, ptr %q, align 4
  store i32 %y, ptr %p, align 4
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
