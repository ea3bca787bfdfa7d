; A compare-and-exchange is done lane by lane, its answer a structure of vectors.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: lane:
; CHECK: phi { <4 x i32>, <4 x i1> }
; CHECK: cmpxchg ptr %{{.*}}, i32 %n, i32 %{{.*}} monotonic monotonic
; CHECK: lanes.done:
; CHECK: zext <4 x i1>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %o = cmpxchg ptr %q, i32 %n, i32 %x monotonic monotonic
  %s = extractvalue {i32, i1} %o, 1
  %z = zext i1 %s to i32
  store i32 %z, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
