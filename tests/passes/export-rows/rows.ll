; An export for several work-items: arguments from arrays, by the id within the sub-group; all of them, or those whose byte is set.
; RUN: falx-opt -S -O2 -passes=export-rows %s -o - | FileCheck %s --implicit-check-not=by_value.falx_rows --implicit-check-not=a_struct.falx_rows

define internal i32 @f(i32 %x, i1 %b, ptr %state) {
  %y = zext i1 %b to i32
  %r = add i32 %x, %y
  ret i32 %r
}
define hidden i32 @f.falx_export(i32 %x, i1 %b, ptr %state) "falx-export"="f" {
  %r = call i32 @f(i32 %x, i1 %b, ptr %state)
  ret i32 %r
}
define hidden void @by_value.falx_export(ptr byval([2 x i32]) %s, ptr %state) "falx-export"="by_value" {
  ret void
}
define hidden { i32, i32 } @a_struct.falx_export(ptr %state) "falx-export"="a_struct" {
  ret { i32, i32 } zeroinitializer
}

; CHECK: define hidden void @f.falx_rows.all.NativeCPUKernel(ptr noalias %0, ptr noalias %1, ptr noalias %2, ptr noalias %3, ptr nonnull %4) [[ROWS:#[0-9]+]]
; CHECK: %lane = call i32 @__falx_ncpu_sub_group_local_id(ptr %4)
; CHECK: [[LANE:%.*]] = zext i32 %lane to i64
; CHECK: [[XS:%.*]] = getelementptr inbounds i32, ptr %0, i64 [[LANE]]
; CHECK: load i32, ptr [[XS]]
; CHECK: [[BS:%.*]] = getelementptr inbounds i8, ptr %1, i64 [[LANE]]
; CHECK: [[B:%.*]] = load i8, ptr [[BS]]
; CHECK: trunc i8 [[B]] to i1
; CHECK-NOT: br i1
; CHECK: [[RS:%.*]] = getelementptr inbounds i32, ptr %2, i64 [[LANE]]
; CHECK: store i32 {{.*}}, ptr [[RS]]

; CHECK: define hidden void @f.falx_rows.some.NativeCPUKernel(
; CHECK: [[MS:%.*]] = getelementptr inbounds i8, ptr %3, i64
; CHECK: [[M:%.*]] = load i8, ptr [[MS]]
; CHECK: [[IS:%.*]] = icmp ne i8 [[M]], 0
; CHECK: br i1 [[IS]], label %active, label %end
; CHECK: attributes [[ROWS]] = { nounwind "falx-rows"="f" }
