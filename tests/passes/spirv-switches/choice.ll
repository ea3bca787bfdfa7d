; A switch that chooses between two values is a choice; one with several destinations stays.
; RUN: falx-opt -S -O2 -passes=spirv-switches --target=spir64 %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @choice(
; CHECK-NOT: switch
; CHECK: [[A:%.*]] = and i32 %h, -3
; CHECK: [[B:%.*]] = icmp eq i32 [[A]], 12
; CHECK: select i1 [[B]], float %x, float %z
; CHECK: ret float
define spir_func float @choice(i32 %h, float %x, float %z) {
  switch i32 %h, label %otherwise [
    i32 12, label %end
    i32 14, label %end
  ]
otherwise:
  br label %end
end:
  %value = phi float [ %z, %otherwise ], [ %x, %0 ], [ %x, %0 ]
  ret float %value
}

; CHECK-LABEL: @several(
; CHECK: switch
define spir_func void @several(i32 %h, ptr addrspace(1) %out) {
  switch i32 %h, label %end [
    i32 1, label %one
    i32 7, label %seven
  ]
one:
  store i32 1, ptr addrspace(1) %out
  br label %end
seven:
  store i32 2, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
