; Branches that decide about a barrier get barriers on their ways and where these meet again, so that
; a region is left in one way; other branches get none (NC-7).
; RUN: falx-opt -S -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK-LABEL: @loop.NativeCPUKernel(
; CHECK: br i1 %c, label %body, label %exit
; CHECK: body:
; CHECK-NEXT: call void @__falx_ncpu_barrier(i32 3)
; CHECK: br i1 %own, label %then, label %next
; CHECK: then:
; CHECK-NEXT: store
; CHECK: next:
; CHECK-NEXT: call void @__falx_ncpu_barrier(i32 1)
; CHECK: exit:
; CHECK-NEXT: call void @__falx_ncpu_barrier(i32 2)
define spir_kernel void @loop(ptr %p, i32 %n) {
entry:
  %id = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %own = icmp eq i64 %id, 0
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  br i1 %own, label %then, label %next
then:
  store i32 %i, ptr %p
  br label %next
next:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %i1 = add i32 %i, 1
  br label %head
exit:
  ret void
}

; Where it is not known that all come by, a way gets a block of its own.
; CHECK-LABEL: @unknown.NativeCPUKernel(
; CHECK: br i1 %c, label %then, label %{{.*}}
; CHECK: then:
; CHECK-NEXT: call void @__falx_ncpu_barrier(i32 1)
; CHECK: end:
; CHECK: call void @__falx_ncpu_barrier(i32 2)
define spir_kernel void @unknown(ptr %p) {
  %x = alloca i1
  %c = load i1, ptr %x
  br i1 %c, label %then, label %end
then:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  br label %end
end:
  store i32 1, ptr %p
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
