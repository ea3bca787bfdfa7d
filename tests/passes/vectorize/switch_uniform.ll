; A switch on a uniform value is taken by all lanes alike.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: switch i32 %n
; CHECK: store <4 x i32>
; CHECK-NOT: masked
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  switch i32 %n, label %e [ i32 1, label %one
    i32 9, label %two ]
one:
  store i32 %x, ptr %q
  br label %e
two:
  %y = sdiv i32 %x, 3
  store i32 %y, ptr %q
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
