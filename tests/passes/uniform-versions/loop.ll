; A loop whose begin a condition of the launch chooses, as it decides about the barrier in it: two versions,
; of which one has the barrier and a begin that is the same for all work-items, the other one no barrier.
; RUN: falx-opt -S -passes=uniform-versions %s | FileCheck-22 %s
; RUN: falx-opt -S -passes=uniform-versions --check=15 %s | FileCheck-22 %s
; A kernel that is checked, one work-item at a time, needs none.
; RUN: sed 's/i64 %%stride) {/i64 %%stride) "falx-checked" {/' %s | falx-opt -S -passes=uniform-versions - | FileCheck-22 --check-prefix=CHECKED %s

; CHECK-LABEL: define spir_kernel void @loop(
; CHECK: %[[test:.*]] = icmp eq i64 %n, %stride
; CHECK: %[[sure:.*]] = freeze i1 %[[test]]
; CHECK: br i1 %[[sure]], label %[[together:.*]], label %[[alone:.*]]
; CHECK: [[alone]]:
; CHECK-NOT: ControlBarrier
; CHECK: ret void
; CHECK: [[together]]:
; CHECK-NOT: select
; CHECK: phi i64 [ %{{group.*}}, %[[together]] ]
; CHECK: ControlBarrier
; CHECK-NOT: icmp eq i64 %n, %stride
; CHECK: }
; CHECKED-LABEL: define spir_kernel void @loop(
; CHECKED-NOT: freeze
; CHECKED: }
define spir_kernel void @loop(ptr addrspace(1) %p, i64 %n, i64 %stride) {
begin:
  %group = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %item = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %together = icmp eq i64 %n, %stride
  %first = select i1 %together, i64 %group, i64 %item
  br label %head

head:
  %i = phi i64 [ %first, %begin ], [ %next, %more ]
  %goes_on = icmp ult i64 %i, %n
  br i1 %goes_on, label %body, label %end

body:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %at
  br i1 %together, label %barrier, label %more

barrier:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 912)
  br label %more

more:
  %next = add i64 %i, 64
  br label %head

end:
  ret void
}

; A condition of a work-item, or a barrier that all reach in any case: one version.
; CHECK-LABEL: define spir_kernel void @item(
; CHECK-NOT: freeze
; CHECK-LABEL: define spir_kernel void @same(
; CHECK-NOT: freeze
define spir_kernel void @item(ptr addrspace(1) %p, i64 %stride) {
begin:
  %item = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %together = icmp eq i64 %item, %stride
  %first = select i1 %together, i64 0, i64 %item
  br i1 %together, label %barrier, label %end

barrier:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 912)
  br label %end

end:
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %item
  store i64 %first, ptr addrspace(1) %at
  ret void
}

define spir_kernel void @same(ptr addrspace(1) %p, i64 %n, i64 %stride) {
begin:
  %group = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %together = icmp eq i64 %n, %stride
  %first = select i1 %together, i64 0, i64 %group
  br i1 %together, label %barrier, label %end

barrier:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 912)
  br label %end

end:
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %group
  store i64 %first, ptr addrspace(1) %at
  ret void
}

declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
