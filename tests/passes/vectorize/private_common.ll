; A private variable with the same content for all work-items has one copy for all lanes, whether it is filled
; at the start or where all lanes pass; not where some may not pass, nor where an index or a value is a lane's own.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @first.NativeCPUKernel.v4(
; CHECK: %[[ALL:.*]] = alloca [3 x ptr], align 8
; CHECK: store ptr %a, ptr %[[ALL]]
; CHECK: store ptr %b,
; CHECK: call <4 x ptr> @llvm.masked.gather.v4p0.v4p0(
define internal void @first.NativeCPUKernel(ptr %a, ptr %b, ptr %out, ptr %state) !falx.dispatch !0 {
entry:
  %m = alloca [3 x ptr], align 8
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  store ptr %a, ptr %m
  %second = getelementptr [3 x ptr], ptr %m, i64 0, i64 1
  store ptr %b, ptr %second
  %p = getelementptr i32, ptr %out, i64 %id
  %x = load i32, ptr %p
  %j = sext i32 %x to i64
  %f = getelementptr [3 x ptr], ptr %m, i64 0, i64 %j
  %q = load ptr, ptr %f
  %y = load i32, ptr %q
  store i32 %y, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @branch.NativeCPUKernel.v4(
; CHECK: alloca [4 x i32], align 4
; CHECK: store i32 %n, ptr
define internal void @branch.NativeCPUKernel(ptr %out, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %m = alloca [4 x i32], align 4
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %out, i64 %id
  %x = load i32, ptr %p
  %c = icmp sgt i32 %n, 3
  br i1 %c, label %fill, label %other
fill:
  store i32 %n, ptr %m
  br label %read
other:
  %last = getelementptr [4 x i32], ptr %m, i64 0, i64 3
  store i32 7, ptr %last
  br label %read
read:
  %j = sext i32 %x to i64
  %f = getelementptr [4 x i32], ptr %m, i64 0, i64 %j
  %y = load i32, ptr %f
  store i32 %y, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @divergent.NativeCPUKernel.v4(
; CHECK: alloca [4 x [4 x i32]], align 64
define internal void @divergent.NativeCPUKernel(ptr %out, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %m = alloca [4 x i32], align 4
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %out, i64 %id
  %x = load i32, ptr %p
  store i32 1, ptr %m
  %c = icmp sgt i32 %x, 3
  br i1 %c, label %fill, label %read
fill:
  store i32 %n, ptr %m
  br label %read
read:
  %j = sext i32 %x to i64
  %f = getelementptr [4 x i32], ptr %m, i64 0, i64 %j
  %y = load i32, ptr %f
  store i32 %y, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @own.NativeCPUKernel.v4(
; CHECK: alloca [4 x [4 x i32]], align 64
define internal void @own.NativeCPUKernel(ptr %out, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %m = alloca [4 x i32], align 4
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %out, i64 %id
  %x = load i32, ptr %p
  store i32 1, ptr %m
  %j = sext i32 %x to i64
  %f = getelementptr [4 x i32], ptr %m, i64 0, i64 %j
  store i32 %n, ptr %f
  %y = load i32, ptr %m
  store i32 %y, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
