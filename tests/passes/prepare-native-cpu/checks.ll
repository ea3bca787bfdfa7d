; Calls of the checker get the state, and a branch that decides about a barrier is announced with the way that
; it goes: without that, no.
; RUN: falx-opt -S -passes=prepare-native-cpu %s | FileCheck-22 %s

; CHECK: define internal void @K.NativeCPUKernel(ptr %p, i32 %n, ptr noundef nonnull %state)
; CHECK: call void @falx_check_begin(ptr @record, ptr %state)
; CHECK: %[[WAY:.*]] = zext i1 %is_some to i64
; CHECK-NEXT: call void @falx_check_branch(i64 %[[WAY]], ptr @{{.*}}, ptr @{{.*}}, ptr %state)
; CHECK-NEXT: br i1 %is_some
; CHECK: call void @falx_check_barrier(ptr @site, ptr %state)
; CHECK: define internal void @L.NativeCPUKernel
; CHECK-NOT: call void @falx_check

@record = private global { ptr, i32 } zeroinitializer
@site = private global { ptr, i32, i32, i32 } zeroinitializer

define spir_kernel void @K(ptr %p, i32 %n) "falx-checked" {
  call void @__falx_check_begin(ptr @record)
  %is_some = icmp eq i32 %n, 3
  br i1 %is_some, label %some, label %end
some:
  call void @__falx_check_barrier(ptr @site)
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 16)
  store i32 1, ptr %p
  br label %end
end:
  ret void
}

define spir_kernel void @L(ptr %p, i32 %n) {
  %is_some = icmp eq i32 %n, 3
  br i1 %is_some, label %some, label %end
some:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 16)
  store i32 1, ptr %p
  br label %end
end:
  ret void
}

declare void @__falx_check_begin(ptr)
declare void @__falx_check_barrier(ptr)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
