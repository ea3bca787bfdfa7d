; What is cut to 32 bits of arithmetic on ids is computed in 32 bits.
; RUN: falx-opt -S -O2 -passes=spirv-narrow-ids --target=spir64 %s | FileCheck-22 %s
; RUN: falx-opt -S -O1 -passes=spirv-narrow-ids --target=spir64 %s | FileCheck-22 --check-prefix=NONE %s
; NONE-NOT: falx.narrow_id
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @by_hand(
; CHECK: [[G:%.*]] = call i32 @falx.narrow_id.WorkgroupId(i32 1)
; CHECK-NEXT: [[S:%.*]] = call i32 @falx.narrow_id.WorkgroupSize(i32 1)
; CHECK-NEXT: [[F:%.*]] = mul i32 [[G]], [[S]]
; CHECK-NEXT: [[L:%.*]] = call i32 @falx.narrow_id.LocalInvocationId(i32 1)
; CHECK-NEXT: [[I:%.*]] = add i32 [[F]], [[L]]
; CHECK-NEXT: [[N:%.*]] = trunc i64 %n to i32
; CHECK-NEXT: [[D:%.*]] = sub i32 [[I]], [[N]]
; CHECK-NEXT: store i32 [[D]]
define spir_kernel void @by_hand(i64 %n, ptr addrspace(1) %out) {
  %group = call spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 1)
  %size = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 1)
  %local = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %first = mul i64 %group, %size
  %id = add i64 %first, %local
  %left = sub i64 %id, %n
  %cut = trunc i64 %left to i32
  store i32 %cut, ptr addrspace(1) %out
  ret void
}

; Where LLVM extends with the sign by two shifts, one of them shorter for an address.
; CHECK-LABEL: @extended(
; CHECK: [[I:%.*]] = call i32 @falx.narrow_id.GlobalInvocationId(i32 0)
; CHECK-NEXT: [[E:%.*]] = sext i32 [[I]] to i64
; CHECK-NEXT: store i64 [[E]]
; CHECK: [[J:%.*]] = call i32 @falx.narrow_id.GlobalInvocationId(i32 0)
; CHECK-NEXT: [[A:%.*]] = add i32 [[J]], -2
; CHECK-NEXT: [[F:%.*]] = sext i32 [[A]] to i64
; CHECK-NEXT: [[M:%.*]] = shl i64 [[F]], 2
; CHECK-NEXT: store i64 [[M]]
define spir_kernel void @extended(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %upper = shl i64 %id, 32
  %index = ashr exact i64 %upper, 32
  store i64 %index, ptr addrspace(1) %out
  %two_before = add i64 %upper, -8589934592
  %bytes = ashr exact i64 %two_before, 30
  store i64 %bytes, ptr addrspace(1) %out
  ret void
}

; The upper half decides; nothing of it is an id; the lower half is not zero; another width.
; CHECK-LABEL: @others(
; CHECK-NOT: @falx.narrow_id
; CHECK: }
define spir_kernel void @others(i64 %n, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %divided = udiv i64 %id, %n
  %quotient = trunc i64 %divided to i32
  store i32 %quotient, ptr addrspace(1) %out
  %double = add i64 %n, %n
  %no_id = trunc i64 %double to i32
  store i32 %no_id, ptr addrspace(1) %out
  %upper = shl i64 %id, 32
  %more = add i64 %upper, 1
  %shifted = ashr i64 %more, 31
  store i64 %shifted, ptr addrspace(1) %out
  %short = trunc i64 %id to i16
  store i16 %short, ptr addrspace(1) %out
  ret void
}

declare spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
