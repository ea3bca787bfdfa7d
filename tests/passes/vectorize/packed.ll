; Where work-groups may have several rows there is a packed form, too: its lanes follow each other by the
; linear local id. The local id of dimension 0 is the linear one, and all ids are computed from that: floats
; are divided, and indices have 32 bits.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK: define internal void @rows.NativeCPUKernel({{.*}}!falx.vector ![[ROWS:[0-9]+]]
; CHECK: define internal void @rows.NativeCPUKernel.v4.packed(ptr %a, ptr %b, ptr %state, i32 %0)
; CHECK: %[[FIRST:.*]] = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
; CHECK: %[[S0:.*]] = call i64 @__falx_ncpu_local_size(ptr %state, i32 0)
; CHECK: %[[N0:.*]] = trunc i64 %[[S0]] to i32
; CHECK: %[[S1:.*]] = call i64 @__falx_ncpu_local_size(ptr %state, i32 1)
; CHECK: %[[L:.*]] = add <4 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: %[[LF:.*]] = sitofp <4 x i32> %[[L]] to <4 x float>
; CHECK: %[[QF:.*]] = fdiv <4 x float> %[[LF]], %{{.*}}
; CHECK: %[[Q:.*]] = fptosi <4 x float> %[[QF]] to <4 x i32>
; CHECK: fdiv <4 x float>
; CHECK: %[[ABOVE:.*]] = mul nuw <4 x i32> %{{.*}}, %[[Q]]
; CHECK: %[[X:.*]] = sub nuw <4 x i32> %[[L]], %[[ABOVE]]
; CHECK: and <4 x i32> %[[X]], splat (i32 65535)
; CHECK-NOT: call i64 @__falx_ncpu_global_id
; CHECK-NOT: call i64 @__falx_ncpu_local_id
; CHECK: and <4 x i32> %{{.*}}, splat (i32 2147483647)
; CHECK: @llvm.masked.scatter
; CHECK: ret void
; CHECK: define internal void @rows.NativeCPUKernel.v4(ptr %a, ptr %b, ptr %state)
; CHECK: define internal void @rows.NativeCPUKernel.v4.masked(ptr %a, ptr %b, ptr %state, i32 %0)

; CHECK-NOT: .packed
; CHECK: ![[ROWS]] = !{i32 4, i32 1, i64 2147483648, ptr @rows.NativeCPUKernel.v4, ptr @rows.NativeCPUKernel.v4.masked, ptr @rows.NativeCPUKernel.v4.packed}
; CHECK: !{i32 4, i32 1, i64 2147483648, ptr @long.NativeCPUKernel.v4, ptr @long.NativeCPUKernel.v4.masked}
; CHECK: !{i32 4, i32 1, i64 2147483648, ptr @one.NativeCPUKernel.v4, ptr @one.NativeCPUKernel.v4.masked}
; CHECK: !{i32 4, i32 0, i64 2147483648, ptr @none.NativeCPUKernel.v4, ptr @none.NativeCPUKernel.v4.masked}

define internal void @rows.NativeCPUKernel(ptr %a, ptr %b, ptr %state) "falx-several-rows" !falx.dispatch !0 {
  %x = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %y = call i64 @__falx_ncpu_local_id(ptr %state, i32 1)
  %z = call i64 @__falx_ncpu_local_id(ptr %state, i32 2)
  %nx = call i64 @__falx_ncpu_local_size(ptr %state, i32 0)
  %ny = call i64 @__falx_ncpu_local_size(ptr %state, i32 1)
  %plane = mul i64 %z, %ny
  %row = add i64 %plane, %y
  %first = mul i64 %row, %nx
  %linear = add i64 %first, %x
  %p = getelementptr i32, ptr %a, i64 %linear
  %lane = call i32 @__falx_ncpu_sub_group_local_id(ptr %state)
  store i32 %lane, ptr %p
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 1)
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %lane, ptr %q
  ret void
}

; Rows that are known not to be short, launches of one dimension, and kernels without sub-groups need none.
define internal void @long.NativeCPUKernel(ptr %a, ptr %state) "falx-several-rows" !falx.dispatch !0 !falx.reqd_work_group_size !1 {
  %x = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %x
  %lane = call i32 @__falx_ncpu_sub_group_local_id(ptr %state)
  store i32 %lane, ptr %p
  ret void
}
define internal void @one.NativeCPUKernel(ptr %a, ptr %state) !falx.dispatch !0 {
  %x = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %x
  %lane = call i32 @__falx_ncpu_sub_group_local_id(ptr %state)
  store i32 %lane, ptr %p
  ret void
}
define internal void @none.NativeCPUKernel(ptr %a, ptr %state) "falx-several-rows" !falx.dispatch !0 {
  %x = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %x
  store i32 1, ptr %p
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32) #0
declare i64 @__falx_ncpu_local_size(ptr, i32) #0
declare i64 @__falx_ncpu_global_id(ptr, i32) #0
declare i32 @__falx_ncpu_sub_group_local_id(ptr) #0
attributes #0 = { memory(none) nounwind willreturn }
!0 = !{i32 0, i32 0}
!1 = !{i32 8, i32 4, !"a.cpp:1:1"}
