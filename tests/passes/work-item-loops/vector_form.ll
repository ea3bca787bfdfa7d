; With a vector form dimension 0 is run in whole vectors, then the rest one by one; where ids do not
; fit 31 bits all of it one by one. LLVM is told not to vectorize what is left (NC-6, NC-10).
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK: %[[B0:begin.*]] = load i64
; CHECK: %[[E0:end.*]] = load i64
; CHECK: icmp ule i64 %{{.*}}, 2147483648
; CHECK: %is_vector = and i1
; CHECK: %[[COUNT:.*]] = sub nuw i64 %[[E0]], %[[B0]]
; CHECK: %[[WHOLE:.*]] = and i64 %[[COUNT]], -4
; CHECK: %[[END:.*]] = add nuw i64 %[[B0]], %[[WHOLE]]
; CHECK: %vectors_last = select i1 %is_vector, i64 %[[END]], i64 %[[B0]]
; CHECK: %has_none = icmp eq i64 %[[B0]], %vectors_last
; CHECK-NEXT: br i1 %has_none, label %vectors.end, label %vectors
; CHECK: %is_done = icmp eq i64 %vectors_last, %[[E0]]
; CHECK-NEXT: br i1 %is_done, label %row.end, label %epilogue
; CHECK: row.end:
; CHECK: vector:
; CHECK-NEXT: %[[X:.*]] = phi i64 [ %[[B0]], %vectors ], [ %[[NEXT:.*]], %{{.*}} ]
; CHECK-NEXT: %[[ID:.*]] = add nuw nsw i64 %[[X]], %global_offset
; CHECK: %p4 = getelementptr i32, ptr %out, i64 %[[ID]]
; CHECK-NEXT: store <4 x i32> splat (i32 7), ptr %p4, align 4{{$}}
; CHECK: %[[NEXT]] = add nuw nsw i64 %[[X]], 4
; CHECK-NEXT: icmp eq i64 %[[NEXT]], %vectors_last
; CHECK-NEXT: br i1 %{{.*}}, label %vector.end, label %vector, !llvm.loop ![[VECTORS:[0-9]+]]
; CHECK: phi i64 [ %vectors_last, %epilogue ]
; CHECK: store i32 7, ptr %p1, align 4{{$}}
; CHECK: icmp eq i64 %{{.*}}, %[[E0]]
; CHECK-NEXT: br i1 %{{.*}}, !llvm.loop ![[REST:[0-9]+]]
; CHECK-COUNT-1: ret void
; CHECK-NOT: k.NativeCPUKernel.v4
; CHECK: attributes #[[ATTRIBUTES]] = {{.*}}"min-legal-vector-width"="256"
; CHECK: ![[VECTORS]] = distinct !{![[VECTORS]], ![[DONE:[0-9]+]], ![[PROGRESS:[0-9]+]]}
; CHECK: ![[DONE]] = !{!"llvm.loop.isvectorized", i32 1}
; CHECK: ![[REST]] = distinct !{![[REST]], ![[DONE]], ![[UNROLL:[0-9]+]], ![[PROGRESS]]}
; CHECK: ![[UNROLL]] = !{!"llvm.loop.unroll.disable"}

define internal void @k.NativeCPUKernel(ptr %out, ptr %state) #0 !falx.dispatch !0 !falx.vector !1 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p1 = getelementptr i32, ptr %out, i64 %id
  store i32 7, ptr %p1
  ret void
}
define internal void @k.NativeCPUKernel.v4(ptr %out, ptr %state) #1 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p4 = getelementptr i32, ptr %out, i64 %id
  store <4 x i32> splat (i32 7), ptr %p4, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
attributes #0 = { "min-legal-vector-width"="0" }
attributes #1 = { "min-legal-vector-width"="256" }
!0 = !{i32 1, i32 1}
!1 = !{i32 4, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v4}
