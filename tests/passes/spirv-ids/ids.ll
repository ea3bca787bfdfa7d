; Ids of 32 bits are halves of SPIR-V's; what is made of them is added, and extended with its sign.
; RUN: falx-opt -S -O2 -passes=spirv-ids --target=spir64 %s | FileCheck-22 %s
; RUN: falx-opt -S -O2 -passes=spirv-ids --target=spir64 %s | FileCheck-22 --check-prefix=NONE %s
; NONE-NOT: falx.narrow_id
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @index(
; CHECK: [[L:%.*]] = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
; CHECK-NEXT: [[Y:%.*]] = trunc i64 [[L]] to i32
; CHECK-NEXT: [[A:%.*]] = call spir_func i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
; CHECK-NEXT: [[G:%.*]] = trunc i64 [[A]] to i32
; CHECK-NEXT: [[B:%.*]] = call spir_func i64 @_Z36__spirv_BuiltInEnqueuedWorkgroupSizei(i32 0)
; CHECK-NEXT: [[S:%.*]] = trunc i64 [[B]] to i32
; CHECK-NEXT: [[C:%.*]] = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
; CHECK-NEXT: [[I:%.*]] = trunc i64 [[C]] to i32
; CHECK-NEXT: [[D:%.*]] = call spir_func i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
; CHECK-NEXT: [[O:%.*]] = trunc i64 [[D]] to i32
; CHECK-NEXT: [[F:%.*]] = mul i32 [[G]], [[S]]
; CHECK-NEXT: [[H:%.*]] = add i32 [[F]], [[I]]
; CHECK-NEXT: [[X:%.*]] = add i32 [[H]], [[O]]
; CHECK-NEXT: [[R:%.*]] = shl nuw nsw i32 [[Y]], 12
; CHECK-NEXT: [[E:%.*]] = add i32 [[R]], [[X]]
; CHECK-NEXT: sext i32 [[E]] to i64
; CHECK: or disjoint i32 %n, 1
; CHECK: zext nneg i32 %{{.*}} to i64
; CHECK: zext i32 [[E]] to i64
define spir_kernel void @index(i32 %n, ptr addrspace(1) %out) {
  %y = call i32 @falx.narrow_id.LocalInvocationId(i32 1)
  %x = call i32 @falx.narrow_id.GlobalInvocationId(i32 0)
  %row = shl nuw nsw i32 %y, 12
  %at = or disjoint i32 %row, %x
  %wide = zext nneg i32 %at to i64
  store i64 %wide, ptr addrspace(1) %out
  %odd = or disjoint i32 %n, 1
  %other = zext nneg i32 %odd to i64
  store i64 %other, ptr addrspace(1) %out
  %unknown = zext i32 %at to i64
  store i64 %unknown, ptr addrspace(1) %out
  ret void
}

declare i32 @falx.narrow_id.LocalInvocationId(i32)
declare i32 @falx.narrow_id.GlobalInvocationId(i32)
