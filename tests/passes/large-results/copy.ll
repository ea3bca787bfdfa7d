; clang returns structures of any size as values: large ones go through memory of the caller, which copies them
; once, where it stores them. Exported functions and those whose address is taken stay as they are.
; RUN: falx-opt -S --target=nvptx64-nvidia-cuda -passes=large-results %s | FileCheck-22 %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%huge = type { [16384 x i32] }
%packed = type <{ i8, double, [64 x double] }>

; CHECK-LABEL: define internal void @user(
; CHECK: call void @make(ptr sret(%huge) %result{{.*}}, i32 noundef 7)
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 4 %result{{.*}}, i64 65536, i1 false)
; CHECK-NEXT: call void @forward(ptr sret(%huge) %[[FORWARDED:result[0-9]*]])
; CHECK-NEXT: %[[NINTH:.*]] = getelementptr inbounds %huge, ptr %[[FORWARDED]], i32 0, i32 0, i32 9
; CHECK-NEXT: load i32, ptr %[[NINTH]]
; CHECK-NEXT: %[[ARRAY:.*]] = getelementptr inbounds %huge, ptr %[[FORWARDED]], i32 0, i32 0
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %member, ptr align 4 %[[ARRAY]], i64 65536, i1 false)
; CHECK: call [8 x i32] @small()
define internal void @user(ptr %to, ptr %out) {
  %all = call %huge @make(i32 noundef 7)
  store %huge %all, ptr %to, align 16
  %more = call %huge @forward()
  %member = getelementptr %huge, ptr %to, i64 1
  %array = extractvalue %huge %more, 0
  store [16384 x i32] %array, ptr %member, align 4
  %x = extractvalue %huge %more, 0, 9
  store i32 %x, ptr %out
  %few = call [8 x i32] @small()
  %y = extractvalue [8 x i32] %few, 2
  store i32 %y, ptr %out
  %taken = call %huge @taken()
  store ptr @taken, ptr %out
  ret void
}

define internal [8 x i32] @small() {
  ret [8 x i32] zeroinitializer
}

; CHECK: define %huge @exported(
define %huge @exported() "sycl_external" {
  ret %huge zeroinitializer
}

; CHECK: define internal %huge @taken(
define internal %huge @taken() {
  ret %huge zeroinitializer
}
; Members of packed structures are where they are.
; CHECK-LABEL: define internal void @members(
; CHECK: %[[X:.*]] = getelementptr inbounds %packed, ptr %result, i32 0, i32 1
; CHECK: load double, ptr %[[X]], align 1
; CHECK: %[[ALL:.*]] = getelementptr inbounds %packed, ptr %result, i32 0, i32 2
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 1 %[[ALL]], i64 512, i1 false)
define internal void @members(ptr %to, ptr %out) {
  %all = call %packed @pack()
  %rest = extractvalue %packed %all, 2
  store [64 x double] %rest, ptr %to, align 8
  %x = extractvalue %packed %all, 1
  store double %x, ptr %out
  ret void
}
define internal %packed @pack() {
  ret %packed zeroinitializer
}

; CHECK: define internal %huge @variadic(i32 %n, ...)
define internal %huge @variadic(i32 %n, ...) {
  ret %huge zeroinitializer
}
define internal void @calls(ptr %to) {
  %all = call %huge (i32, ...) @variadic(i32 1, i32 2)
  store %huge %all, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @make(ptr noalias sret(%huge) align 4 %0, i32 noundef %n)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %0, ptr align 8 %value, i64 65536, i1 false)
; CHECK-NEXT: ret void
define internal %huge @make(i32 noundef %n) {
  %value = alloca %huge, align 8
  store i32 %n, ptr %value
  %all = load %huge, ptr %value, align 8
  ret %huge %all
}

; CHECK-LABEL: define internal void @forward(
; CHECK: %result = alloca %huge
; CHECK: call void @make(ptr sret(%huge) %result, i32 noundef 3)
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %0, ptr align 4 %result, i64 65536, i1 false)
; CHECK-NEXT: ret void
define internal %huge @forward() {
  %all = call %huge @make(i32 noundef 3)
  ret %huge %all
}

