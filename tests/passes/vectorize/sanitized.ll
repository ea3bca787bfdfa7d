; AddressSanitizer says which access is wrong: it needs one for each work-item.
; RUN: falx-opt -S -passes=vectorize -Rpass-missed=falx-vectorize %s -o - 2>&1 | FileCheck %s

; CHECK: kernel not vectorized: AddressSanitizer checks it, one work-item at a time
; CHECK-NOT: @k.NativeCPUKernel.v
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) #0 !falx.dispatch !0 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %at = getelementptr i64, ptr %p, i64 %id
  store i64 %id, ptr %at
  ret void
}

define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr null, ptr %state)
  ret void
}

declare i64 @__falx_ncpu_global_id(ptr, i32)

attributes #0 = { sanitize_address }
!0 = !{i32 1, i32 1}
