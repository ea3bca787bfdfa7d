; A phi that hangs on nothing but itself and undefined values is uniform; a select of it by a varying
; condition is not, and is computed as a vector.
; RUN: falx-opt -S -passes=vectorize --lanes=2 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v2(
; CHECK: select <2 x i1> %{{.*}}, <2 x i32>
define internal void @k.NativeCPUKernel(ptr %in, ptr %state) !falx.dispatch !0 {
entry:
  %counter = alloca i32
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %in, i64 %id
  %x = load i32, ptr %p
  br label %head
head:
  %again = phi i1 [ true, %entry ], [ false, %then ], [ true, %body ]
  br i1 %again, label %body, label %exit
body:
  %c = icmp eq i32 %x, 0
  br i1 %c, label %then, label %head
then:
  %old = load i32, ptr %counter
  %new = or i32 %old, 1
  store i32 %new, ptr %counter
  br label %head
exit:
  %last = load i32, ptr %counter
  store i32 %last, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
