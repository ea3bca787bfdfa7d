; A trap may stand before values that the rest of the kernel uses: the return it is led to is none of
; the rest's blocks.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call void @llvm.trap()
; CHECK: load <4 x i32>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %c = icmp ugt i64 %id, 1048576
  br i1 %c, label %far, label %near
far:
  call void @llvm.trap()
  unreachable
near:
  %p = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %p
  %d = icmp eq i32 %x, 0
  br i1 %d, label %end, label %more
more:
  store i32 1, ptr %p
  br label %end
end:
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare void @llvm.trap()
!0 = !{i32 1, i32 1}
