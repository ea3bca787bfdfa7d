; floor, ceil and trunc of what depends on a row's ids alone are conversions; those of what differs within a row,
; or is the same for the whole launch, stay calls.
; RUN: falx-opt -S -O2 -passes=spirv-roundings --target=spir64 %s | FileCheck-22 %s
; RUN: falx-opt -S -O1 -passes=spirv-roundings --target=spir64 %s | FileCheck-22 %s --check-prefix=NONE
; NONE-NOT: fptosi
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @kernel(
; CHECK: %y = uitofp i64 {{%.*}} to float
; CHECK-NEXT: [[I:%.*]] = fptosi float %y to i32
; CHECK-NEXT: [[R:%.*]] = sitofp i32 [[I]] to float
; CHECK-NEXT: [[N:%.*]] = fadd float [[R]], -1.0
; CHECK-NEXT: [[M:%.*]] = fcmp ogt float [[R]], %y
; CHECK-NEXT: [[D:%.*]] = select i1 [[M]], float [[N]], float [[R]]
; CHECK-NEXT: [[B:%.*]] = bitcast float %y to i32
; CHECK-NEXT: [[S:%.*]] = and i32 [[B]], -2147483648
; CHECK-NEXT: [[W:%.*]] = bitcast float [[D]] to i32
; CHECK-NEXT: [[O:%.*]] = or i32 [[W]], [[S]]
; CHECK-NEXT: [[F:%.*]] = bitcast i32 [[O]] to float
; CHECK-NEXT: [[L:%.*]] = fcmp olt float %y, 0x4160000000000000
; CHECK-NEXT: [[G:%.*]] = fcmp ogt float %y, 0xC160000000000000
; CHECK-NEXT: [[H:%.*]] = and i1 [[L]], [[G]]
; CHECK-NEXT: [[A:%.*]] = select i1 [[H]], float [[F]], float %y
; CHECK-NEXT: store float [[A]]
; CHECK: fptosi double {{%.*}} to i64
; CHECK: fadd double {{%.*}}, 1.0
; CHECK: fcmp olt double {{%.*}}, 0x4330000000000000
; CHECK: fptosi double {{%.*}} to i64
; CHECK-NOT: fadd
; CHECK: call float @llvm.floor.f32(float %x)
; CHECK: call float @llvm.floor.f32(float %n)
; CHECK: call half @llvm.floor.f16(
; CHECK: call <2 x float> @llvm.floor.v2f32(
define spir_kernel void @kernel(float %n, ptr addrspace(1) %out) {
  %column = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %row = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %x = uitofp i64 %column to float
  %y = uitofp i64 %row to float
  %down = call float @llvm.floor.f32(float %y)
  store float %down, ptr addrspace(1) %out
  %wide = fpext float %y to double
  %up = call double @llvm.ceil.f64(double %wide)
  store double %up, ptr addrspace(1) %out
  %whole = call double @llvm.trunc.f64(double %wide)
  store double %whole, ptr addrspace(1) %out
  %differs = call float @llvm.floor.f32(float %x)
  store float %differs, ptr addrspace(1) %out
  %same = call float @llvm.floor.f32(float %n)
  store float %same, ptr addrspace(1) %out
  %narrow = fptrunc float %y to half
  %half = call half @llvm.floor.f16(half %narrow)
  store half %half, ptr addrspace(1) %out
  %pair = insertelement <2 x float> zeroinitializer, float %y, i32 0
  %both = call <2 x float> @llvm.floor.v2f32(<2 x float> %pair)
  store <2 x float> %both, ptr addrspace(1) %out
  ret void
}

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare float @llvm.floor.f32(float)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare half @llvm.floor.f16(half)
declare <2 x float> @llvm.floor.v2f32(<2 x float>)
