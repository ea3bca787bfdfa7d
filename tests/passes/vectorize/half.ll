; Half is loaded, computed and stored as a vector.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: load <4 x half>, ptr %{{.*}}, align 2
; CHECK: fmul <4 x half>
; CHECK: store <4 x half>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr half, ptr %a, i64 %id
  %x = load half, ptr %p
  %y = fmul half %x, 2.0
  store half %y, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
