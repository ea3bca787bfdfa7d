; Loops and branches reach the driver as they are: it makes one function of the work-items of a group, and sees
; what they have in common.
; RUN: falx-opt -S -O3 -passes=optimize --target=spir64 %s | FileCheck-22 %s
; RUN: falx-opt -S -O1 -passes=optimize --target=spir64 %s | FileCheck-22 %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; Not unrolled.
; CHECK-LABEL: @Sum(
; CHECK-COUNT-1: fadd float
; CHECK-NOT: fadd
; CHECK: br i1
; CHECK: ret void
define spir_kernel void @Sum(ptr addrspace(1) %to, ptr addrspace(3) %from) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds float, ptr addrspace(3) %from, i64 %k
  %value = load float, ptr addrspace(3) %at, align 4
  %more = fadd float %sum, %value
  %next = add nuw nsw i64 %k, 1
  %is_done = icmp eq i64 %next, 8
  br i1 %is_done, label %end, label %loop
end:
  store float %more, ptr addrspace(1) %to, align 4
  ret void
}

; Where the first condition says what the second is, no jump past it: both stores stay single.
; CHECK-LABEL: @Branches(
; CHECK-COUNT-2: store i32
; CHECK-NOT: store
; CHECK: ret void
define spir_kernel void @Branches(ptr addrspace(1) %to, ptr addrspace(1) %last, ptr addrspace(1) %from, i64 %l) {
entry:
  %is_low = icmp ult i64 %l, 128
  br i1 %is_low, label %both, label %high
high:
  %other = load volatile i32, ptr addrspace(1) %from, align 4
  br label %both
both:
  %value = phi i32 [ 1, %entry ], [ %other, %high ]
  %at = getelementptr inbounds i32, ptr addrspace(1) %to, i64 %l
  store i32 %value, ptr addrspace(1) %at, align 4
  %is_last = icmp eq i64 %l, 255
  br i1 %is_last, label %one, label %end
one:
  store i32 %value, ptr addrspace(1) %last, align 4
  br label %end
end:
  ret void
}

; What needs no loop is done.
; CHECK-LABEL: @Tidy(
; CHECK-NOT: alloca
; CHECK: store i32 7, ptr addrspace(1) %to
; CHECK-NEXT: ret void
define spir_kernel void @Tidy(ptr addrspace(1) %to) {
  %variable = alloca i32, align 4
  %generic = addrspacecast ptr %variable to ptr addrspace(4)
  call spir_func void @set(ptr addrspace(4) %generic)
  %value = load i32, ptr %variable, align 4
  store i32 %value, ptr addrspace(1) %to, align 4
  ret void
}
define internal spir_func void @set(ptr addrspace(4) %where) {
  store i32 7, ptr addrspace(4) %where, align 4
  ret void
}
