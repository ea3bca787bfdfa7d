; Integers that SPIR-V does not have: as they are, the back end accesses 64 bits of 48, and writes over what follows.
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | FileCheck-22 %s
; RUN: falx-opt -passes=spirv-accesses --target=spir64 -S %s | llc-22 -o - | FileCheck-22 %s --check-prefix=SPIRV

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; SPIRV-NOT: OpTypeInt 64 0{{.*}}i48

; CHECK-LABEL: @copy(
; CHECK-NEXT: %[[L:.*]] = load i32, ptr addrspace(1) %p, align 2
; CHECK-NEXT: %[[A:.*]] = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
; CHECK-NEXT: %[[H:.*]] = load i16, ptr addrspace(1) %[[A]], align 2
; CHECK-NEXT: store i32 %[[L]], ptr addrspace(1) %q, align 8
; CHECK-NEXT: %[[B:.*]] = getelementptr inbounds i8, ptr addrspace(1) %q, i64 4
; CHECK-NEXT: store i16 %[[H]], ptr addrspace(1) %[[B]], align 4
; CHECK-NEXT: ret void
define spir_kernel void @copy(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load i48, ptr addrspace(1) %p, align 2
  store i48 %a, ptr addrspace(1) %q, align 8
  ret void
}

; CHECK-LABEL: @use(
; CHECK: load volatile i32, ptr addrspace(1) %p, align 1
; CHECK: load volatile i16, {{.*}}, align 1
; CHECK: load volatile i8, {{.*}}, align 1
; CHECK: or i64
; CHECK: %[[W:.*]] = or i64
; CHECK: %[[S:.*]] = lshr i64 %[[W]], 24
; CHECK: %[[M:.*]] = and i64 %[[S]], 72057594037927935
; CHECK: %[[N:.*]] = trunc i64 %[[M]] to i16
; CHECK: store i16 %[[N]]
define spir_kernel void @use(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load volatile i56, ptr addrspace(1) %p, align 1
  %b = lshr i56 %a, 24
  %c = trunc i56 %b to i16
  store i16 %c, ptr addrspace(1) %q, align 2
  ret void
}

; Nor does the back end extend such numbers.
; CHECK-LABEL: @extend(
; CHECK-NOT: i24
; CHECK: %[[T:.*]] = trunc i64 %{{.*}} to i32
; CHECK-NEXT: shl i32 %[[T]], 8
; CHECK: icmp eq i64 %{{.*}}, 7
; CHECK-NOT: i24
; CHECK: ret
define spir_kernel void @extend(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load i24, ptr addrspace(1) %p, align 1
  %b = zext i24 %a to i32
  %c = shl i32 %b, 8
  store i32 %c, ptr addrspace(1) %q, align 4
  %d = and i24 %a, 15
  %e = icmp eq i24 %d, 7
  %f = zext i1 %e to i8
  store i8 %f, ptr addrspace(1) %q, align 4
  ret void
}

; CHECK-LABEL: @constant(
; CHECK-NEXT: store i16 772, ptr addrspace(1) %q, align 4
; CHECK-NEXT: %[[C:.*]] = getelementptr inbounds i8, ptr addrspace(1) %q, i64 2
; CHECK-NEXT: store i8 2, ptr addrspace(1) %[[C]], align 2
; CHECK-NEXT: load i64
define spir_kernel void @constant(ptr addrspace(1) %q) {
  store i24 131844, ptr addrspace(1) %q, align 4
  %whole = load i64, ptr addrspace(1) %q, align 8
  store i64 %whole, ptr addrspace(1) %q, align 8
  ret void
}
