; A variable aligned to 128 bytes and more, which LLVM's back end writes as a negative number or as zero, is
; a larger one with an aligned address in it. One of 64 bytes stays.
; RUN: falx-opt -passes=spirv-limits --target=spir64 -S %s | FileCheck-22 %s
; RUN: falx-opt -passes=spirv-limits --target=spir64 -S %s | llc-22 -o - | FileCheck-22 %s --check-prefix=SPIRV

; CHECK: %fits = alloca [16 x i32], align 64
; CHECK: [[ROOM:%.*]] = alloca [4160 x i8], align 64
; CHECK: [[ADDRESS:%.*]] = ptrtoint ptr [[ROOM]] to i64
; CHECK: [[NEGATIVE:%.*]] = sub i64 0, [[ADDRESS]]
; CHECK: [[GAP:%.*]] = and i64 [[NEGATIVE]], 4095
; CHECK: [[OVER:%.*]] = getelementptr i8, ptr [[ROOM]], i64 [[GAP]]
; CHECK: call void @llvm.lifetime.start.p0(ptr %fits)
; CHECK-NOT: lifetime
; CHECK: store i32 1, ptr [[OVER]], align 4
; SPIRV-NOT: Alignment 0
; SPIRV-NOT: Alignment 4294967168

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) {
  %fits = alloca [16 x i32], align 64
  %over = alloca [32 x i32], align 4096
  call void @llvm.lifetime.start.p0(ptr %fits)
  call void @llvm.lifetime.start.p0(ptr %over)
  store i32 1, ptr %over, align 4
  store i32 2, ptr %fits, align 4
  %a = load i32, ptr %over
  store i32 %a, ptr addrspace(1) %p
  call void @llvm.lifetime.end.p0(ptr %over)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
