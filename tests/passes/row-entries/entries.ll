; The entry for rows: a whole vector at once, everything else in a loop that moves the ids on.
; RUN: falx-opt -S -passes=row-entries %s -o - | FileCheck %s

define hidden float @f.falx_export(float %x, ptr %state) "falx-export"="f" {
  ret float %x
}
define hidden void @f.falx_rows.all.NativeCPUKernel(ptr %x, ptr %r, ptr %m, ptr %state) "falx-rows"="f" !falx.vector !0 {
  ret void
}
define hidden void @f.falx_rows.some.NativeCPUKernel(ptr %x, ptr %r, ptr %m, ptr %state) "falx-rows"="f" {
  ret void
}
define internal void @f.falx_rows.all.NativeCPUKernel.v8(ptr %x, ptr %r, ptr %m, ptr %state) {
  ret void
}
define internal void @f.falx_rows.all.NativeCPUKernel.v8.masked(ptr %x, ptr %r, ptr %m, ptr %state, i32 %active) {
  ret void
}
!0 = !{i32 8, i32 1, i64 2147483648, ptr @f.falx_rows.all.NativeCPUKernel.v8, ptr @f.falx_rows.all.NativeCPUKernel.v8.masked}

; Vectors: whole ones, then the rest.
; CHECK: define internal void @f.falx_rows.all(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4)
; CHECK: %at = phi i64
; CHECK: icmp uge i64 %left, 8
; CHECK: whole:
; CHECK: [[X:%.*]] = getelementptr float, ptr %0, i64 %at
; CHECK: call void @f.falx_rows.all.NativeCPUKernel.v8(ptr [[X]],
; CHECK: next:
; CHECK: store i64 {{.*}}, align 8
; CHECK: store i64 {{.*}}, align 8
; CHECK: rest:
; CHECK: [[LEFT:%.*]] = trunc i64 %left to i32
; CHECK: call void @f.falx_rows.all.NativeCPUKernel.v8.masked({{.*}}, i32 [[LEFT]])
; None: one after the other, the id within the sub-group is 0.
; CHECK: define internal void @f.falx_rows.some(
; CHECK: store i64 0, ptr
; CHECK: icmp uge i64 %left, 1
; CHECK: call void @f.falx_rows.some.NativeCPUKernel(
; CHECK: define hidden void @f.falx_rows(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4) [[ROWS:#[0-9]+]]
; CHECK: icmp eq ptr %2, null
; CHECK: icmp eq i64 %3, 8
; CHECK: some:
; CHECK: tail call void @f.falx_rows.some(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4)
; CHECK: whole:
; CHECK: call void @f.falx_rows.all.NativeCPUKernel.v8(
; CHECK: tail call void @f.falx_rows.all(ptr %0, ptr %1, ptr %2, i64 %3, ptr %4)
; CHECK: attributes [[ROWS]] = { nounwind "falx-export-rows"="f" }
