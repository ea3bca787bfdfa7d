; The exclusive scan of a sub-group of one work-item is the operator's identity, for each type (NC-16).
; RUN: falx-opt -S -passes=sub-groups %s | FileCheck-22 %s

; CHECK-LABEL: define internal i32 @IAdd_i32(
; CHECK-NEXT: ret i32 0
define internal i32 @IAdd_i32(i32 %x) {
  %r = call i32 @_Z27__spirv_GroupNonUniformIAddIiET_iiS0_(i32 3, i32 2, i32 %x)
  ret i32 %r
}

; CHECK-LABEL: define internal i64 @IMul_i64(
; CHECK-NEXT: ret i64 1
define internal i64 @IMul_i64(i64 %x) {
  %r = call i64 @_Z27__spirv_GroupNonUniformIMulIlET_iiS0_(i32 3, i32 2, i64 %x)
  ret i64 %r
}

; CHECK-LABEL: define internal i8 @SMin_i8(
; CHECK-NEXT: ret i8 127
define internal i8 @SMin_i8(i8 %x) {
  %r = call i8 @_Z27__spirv_GroupNonUniformSMinIcET_iiS0_(i32 3, i32 2, i8 %x)
  ret i8 %r
}

; CHECK-LABEL: define internal i64 @SMin_i64(
; CHECK-NEXT: ret i64 9223372036854775807
define internal i64 @SMin_i64(i64 %x) {
  %r = call i64 @_Z27__spirv_GroupNonUniformSMinIlET_iiS0_(i32 3, i32 2, i64 %x)
  ret i64 %r
}

; CHECK-LABEL: define internal i16 @UMin_i16(
; CHECK-NEXT: ret i16 -1
define internal i16 @UMin_i16(i16 %x) {
  %r = call i16 @_Z27__spirv_GroupNonUniformUMinIsET_iiS0_(i32 3, i32 2, i16 %x)
  ret i16 %r
}

; CHECK-LABEL: define internal i32 @SMax_i32(
; CHECK-NEXT: ret i32 -2147483648
define internal i32 @SMax_i32(i32 %x) {
  %r = call i32 @_Z27__spirv_GroupNonUniformSMaxIiET_iiS0_(i32 3, i32 2, i32 %x)
  ret i32 %r
}

; CHECK-LABEL: define internal i32 @UMax_i32(
; CHECK-NEXT: ret i32 0
define internal i32 @UMax_i32(i32 %x) {
  %r = call i32 @_Z27__spirv_GroupNonUniformUMaxIiET_iiS0_(i32 3, i32 2, i32 %x)
  ret i32 %r
}

; CHECK-LABEL: define internal i8 @BitwiseAnd_i8(
; CHECK-NEXT: ret i8 -1
define internal i8 @BitwiseAnd_i8(i8 %x) {
  %r = call i8 @_Z33__spirv_GroupNonUniformBitwiseAndIcET_iiS0_(i32 3, i32 2, i8 %x)
  ret i8 %r
}

; CHECK-LABEL: define internal i16 @BitwiseOr_i16(
; CHECK-NEXT: ret i16 0
define internal i16 @BitwiseOr_i16(i16 %x) {
  %r = call i16 @_Z32__spirv_GroupNonUniformBitwiseOrIsET_iiS0_(i32 3, i32 2, i16 %x)
  ret i16 %r
}

; CHECK-LABEL: define internal i64 @BitwiseXor_i64(
; CHECK-NEXT: ret i64 0
define internal i64 @BitwiseXor_i64(i64 %x) {
  %r = call i64 @_Z33__spirv_GroupNonUniformBitwiseXorIlET_iiS0_(i32 3, i32 2, i64 %x)
  ret i64 %r
}

; CHECK-LABEL: define internal i1 @LogicalAnd_i1(
; CHECK-NEXT: ret i1 true
define internal i1 @LogicalAnd_i1(i1 %x) {
  %r = call i1 @_Z33__spirv_GroupNonUniformLogicalAndIbET_iiS0_(i32 3, i32 2, i1 %x)
  ret i1 %r
}

; CHECK-LABEL: define internal i1 @LogicalOr_i1(
; CHECK-NEXT: ret i1 false
define internal i1 @LogicalOr_i1(i1 %x) {
  %r = call i1 @_Z32__spirv_GroupNonUniformLogicalOrIbET_iiS0_(i32 3, i32 2, i1 %x)
  ret i1 %r
}

; CHECK-LABEL: define internal i1 @LogicalXor_i1(
; CHECK-NEXT: ret i1 false
define internal i1 @LogicalXor_i1(i1 %x) {
  %r = call i1 @_Z33__spirv_GroupNonUniformLogicalXorIbET_iiS0_(i32 3, i32 2, i1 %x)
  ret i1 %r
}

; CHECK-LABEL: define internal float @FAdd_float(
; CHECK-NEXT: ret float 0.000000e+00
define internal float @FAdd_float(float %x) {
  %r = call float @_Z27__spirv_GroupNonUniformFAddIfET_iiS0_(i32 3, i32 2, float %x)
  ret float %r
}

; CHECK-LABEL: define internal double @FMul_double(
; CHECK-NEXT: ret double 1.000000e+00
define internal double @FMul_double(double %x) {
  %r = call double @_Z27__spirv_GroupNonUniformFMulIdET_iiS0_(i32 3, i32 2, double %x)
  ret double %r
}

; CHECK-LABEL: define internal half @FMul_half(
; CHECK-NEXT: ret half 0xH3C00
define internal half @FMul_half(half %x) {
  %r = call half @_Z27__spirv_GroupNonUniformFMulIDF16_ET_iiS0_(i32 3, i32 2, half %x)
  ret half %r
}

; CHECK-LABEL: define internal half @FMin_half(
; CHECK-NEXT: ret half 0xH7C00
define internal half @FMin_half(half %x) {
  %r = call half @_Z27__spirv_GroupNonUniformFMinIDF16_ET_iiS0_(i32 3, i32 2, half %x)
  ret half %r
}

; CHECK-LABEL: define internal float @FMin_float(
; CHECK-NEXT: ret float 0x7FF0000000000000
define internal float @FMin_float(float %x) {
  %r = call float @_Z27__spirv_GroupNonUniformFMinIfET_iiS0_(i32 3, i32 2, float %x)
  ret float %r
}

; CHECK-LABEL: define internal double @FMax_double(
; CHECK-NEXT: ret double 0xFFF0000000000000
define internal double @FMax_double(double %x) {
  %r = call double @_Z27__spirv_GroupNonUniformFMaxIdET_iiS0_(i32 3, i32 2, double %x)
  ret double %r
}

; CHECK-LABEL: define internal float @FMax_float(
; CHECK-NEXT: ret float 0xFFF0000000000000
define internal float @FMax_float(float %x) {
  %r = call float @_Z27__spirv_GroupNonUniformFMaxIfET_iiS0_(i32 3, i32 2, float %x)
  ret float %r
}

; An operation that is known at run time only, as without optimization.
; CHECK-LABEL: define internal i32 @chosen(
; CHECK-NEXT: %[[is:.*]] = icmp eq i32 %operation, 2
; CHECK-NEXT: select i1 %[[is]], i32 0, i32 %x
define internal i32 @chosen(i32 %operation, i32 %x) {
  %r = call i32 @_Z27__spirv_GroupNonUniformIAddIiET_iiS0_(i32 3, i32 %operation, i32 %x)
  ret i32 %r
}

declare double @_Z27__spirv_GroupNonUniformFMaxIdET_iiS0_(i32, i32, double)
declare double @_Z27__spirv_GroupNonUniformFMulIdET_iiS0_(i32, i32, double)
declare float @_Z27__spirv_GroupNonUniformFAddIfET_iiS0_(i32, i32, float)
declare float @_Z27__spirv_GroupNonUniformFMaxIfET_iiS0_(i32, i32, float)
declare float @_Z27__spirv_GroupNonUniformFMinIfET_iiS0_(i32, i32, float)
declare half @_Z27__spirv_GroupNonUniformFMinIDF16_ET_iiS0_(i32, i32, half)
declare half @_Z27__spirv_GroupNonUniformFMulIDF16_ET_iiS0_(i32, i32, half)
declare i1 @_Z32__spirv_GroupNonUniformLogicalOrIbET_iiS0_(i32, i32, i1)
declare i1 @_Z33__spirv_GroupNonUniformLogicalAndIbET_iiS0_(i32, i32, i1)
declare i1 @_Z33__spirv_GroupNonUniformLogicalXorIbET_iiS0_(i32, i32, i1)
declare i16 @_Z27__spirv_GroupNonUniformUMinIsET_iiS0_(i32, i32, i16)
declare i16 @_Z32__spirv_GroupNonUniformBitwiseOrIsET_iiS0_(i32, i32, i16)
declare i32 @_Z27__spirv_GroupNonUniformIAddIiET_iiS0_(i32, i32, i32)
declare i32 @_Z27__spirv_GroupNonUniformSMaxIiET_iiS0_(i32, i32, i32)
declare i32 @_Z27__spirv_GroupNonUniformUMaxIiET_iiS0_(i32, i32, i32)
declare i64 @_Z27__spirv_GroupNonUniformIMulIlET_iiS0_(i32, i32, i64)
declare i64 @_Z27__spirv_GroupNonUniformSMinIlET_iiS0_(i32, i32, i64)
declare i64 @_Z33__spirv_GroupNonUniformBitwiseXorIlET_iiS0_(i32, i32, i64)
declare i8 @_Z27__spirv_GroupNonUniformSMinIcET_iiS0_(i32, i32, i8)
declare i8 @_Z33__spirv_GroupNonUniformBitwiseAndIcET_iiS0_(i32, i32, i8)
