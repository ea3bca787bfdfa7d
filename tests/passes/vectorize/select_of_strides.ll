; A choice by a uniform condition of two addresses of one stride keeps the stride.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: select i1 %{{.*}}, ptr
; CHECK: load <4 x i32>, ptr %{{.*}}
; CHECK: store <4 x i32> %{{.*}}, ptr
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %c = icmp sgt i32 %n, 5
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %r = select i1 %c, ptr %p, ptr %q
  %x = load i32, ptr %r
  %y = add i32 %x, 1
  store i32 %y, ptr %r
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
