; Private memory whose address goes to a function stands lane after lane, and each lane passes its
; own.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: alloca [4 x [16 x i32]], align 64
; CHECK: lane:
; CHECK: %[[PLACE:.*]] = shl nuw nsw i64 %{{.*}}, 6
; CHECK: %[[OWN:.*]] = getelementptr i8, ptr %0, i64 %[[PLACE]]
; CHECK: call void @f(ptr nonnull %[[OWN]])
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %m = alloca [16 x i32]
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  store i32 %x, ptr %m
  call void @f(ptr %m)
  %y = load i32, ptr %m
  store i32 %y, ptr %q
  ret void
}
declare void @f(ptr)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
