; A kernel with a barrier runs all work-items of a group up to it, then all of them behind it. What is
; kept for each work-item lies in the frame; ids are computed again (NC-6, NC-7, NC-8).
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK: define hidden void @k(ptr %args, ptr %state) !falx.dispatch !{{[0-9]+}} !falx.frame ![[FRAME:[0-9]+]]
; CHECK: define internal void @k.NativeCPUKernel(ptr %out, ptr %state)
; CHECK: getelementptr inbounds i8, ptr %state, i64 152
; CHECK-NEXT: %frame = load ptr, ptr
; CHECK: %slot = getelementptr inbounds i8, ptr %slots, i64
; CHECK: region{{[0-9]*}}:
; CHECK: %v = load i32, ptr %{{.*}}, align 4, !llvm.access.group ![[GROUP:[0-9]+]]
; CHECK: %[[AT:.*]] = mul nuw nsw i64 %item{{[0-9]*}}, 4
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %slot, i64 %[[AT]]
; CHECK-NEXT: store i32 %{{.*}}, ptr %[[PLACE]], align 4, !llvm.access.group ![[GROUP]]
; CHECK: br i1 %{{.*}}, !llvm.loop
; CHECK: after{{[0-9]*}}:
; CHECK: %[[ID:global_id.*]] = add nuw nsw i64
; CHECK: region{{[0-9]*}}:
; CHECK: load i32, ptr %{{.*}}, align 4, !llvm.access.group ![[GROUP]]
; CHECK: getelementptr i32, ptr %out, i64 %[[ID]]
; CHECK: store i32 %{{.*}}, ptr %{{.*}}, align 4, !llvm.access.group ![[GROUP]]
; CHECK: br i1 %{{.*}}, !llvm.loop
; CHECK: end{{[0-9]*}}:
; CHECK: ret void
; CHECK-NOT: @__falx_ncpu
; CHECK: ![[FRAME]] = !{i32 1, i32 0, i32 0, i32 4}
define internal void @k.NativeCPUKernel(ptr %out, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %out, i64 %id
  %v = load i32, ptr %p
  call void @__falx_ncpu_barrier(i32 1)
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
