; The lesser and the greater of two integers are comparisons, which drivers see through: where both are the same
; for all work-items, so is the result, and a loop that ends there.
; RUN: falx-opt -S -passes=spirv-minima --target=spir64 %s | FileCheck-22 %s
; RUN: falx-opt -S -passes=spirv-minima --target=spir64 %s | FileCheck-22 %s --check-prefix=NONE
; NONE-NOT: @llvm.umin.
; NONE-NOT: @llvm.smax.
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @Unsigned(
; CHECK: [[C:%.*]] = icmp ult i64 %a, %b
; CHECK: [[L:%.*]] = select i1 [[C]], i64 %a, i64 %b
; CHECK: [[D:%.*]] = icmp ugt i64 [[L]], 7
; CHECK: select i1 [[D]], i64 [[L]], i64 7
define spir_func i64 @Unsigned(i64 %a, i64 %b) {
  %least = call i64 @llvm.umin.i64(i64 %a, i64 %b)
  %most = call i64 @llvm.umax.i64(i64 %least, i64 7)
  ret i64 %most
}

; CHECK-LABEL: @Signed(
; CHECK: [[C:%.*]] = icmp slt <2 x i32> %a, %b
; CHECK: [[L:%.*]] = select <2 x i1> [[C]], <2 x i32> %a, <2 x i32> %b
; CHECK: [[D:%.*]] = icmp sgt <2 x i32> [[L]], %b
; CHECK: select <2 x i1> [[D]], <2 x i32> [[L]], <2 x i32> %b
define spir_func <2 x i32> @Signed(<2 x i32> %a, <2 x i32> %b) {
  %least = call <2 x i32> @llvm.smin.v2i32(<2 x i32> %a, <2 x i32> %b)
  %most = call <2 x i32> @llvm.smax.v2i32(<2 x i32> %least, <2 x i32> %b)
  ret <2 x i32> %most
}

declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare <2 x i32> @llvm.smin.v2i32(<2 x i32>, <2 x i32>)
declare <2 x i32> @llvm.smax.v2i32(<2 x i32>, <2 x i32>)
