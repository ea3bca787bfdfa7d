; A kernel that reads the frame's address from the state passes the state on to nobody: no ids are stored.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-NOT: store i64
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 {
  %id = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %field = getelementptr inbounds nuw i8, ptr %state, i64 152
  %frame = load ptr, ptr %field, align 8
  %p = getelementptr i32, ptr %frame, i64 %id
  store i32 1, ptr %p
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 2, i32 1}
