; Builtins are called between the passes that docs/ir.md says, and of the type that it gives.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=check %t/accepted.ll -o /dev/null
; RUN: falx-opt --verify-each --from=prepare-native-cpu %t/accepted_state.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=check %t/id_type.ll -o %t.out 2>&1 | FileCheck %t/id_type.ll
; RUN: not falx-opt --verify-each --from=check %t/vote_type.ll -o %t.out 2>&1 | FileCheck %t/vote_type.ll
; RUN: not falx-opt --verify-each --from=check %t/reduction_type.ll -o %t.out 2>&1 | FileCheck %t/reduction_type.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/id_left.ll -o %t.out 2>&1 | FileCheck %t/id_left.ll
; RUN: not falx-opt --verify-each --from=drop-arguments %t/id_early.ll -o %t.out 2>&1 | FileCheck %t/id_early.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/barrier_left.ll -o %t.out 2>&1 | FileCheck %t/barrier_left.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/fence_left.ll -o %t.out 2>&1 | FileCheck %t/fence_left.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/memory_left.ll -o %t.out 2>&1 | FileCheck %t/memory_left.ll
; RUN: not falx-opt --verify-each --from=group-atomics %t/pointer_left.ll -o %t.out 2>&1 | FileCheck %t/pointer_left.ll
; RUN: not falx-opt --verify-each --from=sub-groups %t/sub_group_left.ll -o %t.out 2>&1 | FileCheck %t/sub_group_left.ll
; RUN: not falx-opt --verify-each --from=spec-constants %t/constant_left.ll -o %t.out 2>&1 | FileCheck %t/constant_left.ll
; RUN: not falx-opt --verify-each --from=work-item-loops %t/state_left.ll -o %t.out 2>&1 | FileCheck %t/state_left.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/unknown.ll -o %t.out 2>&1 | FileCheck %t/unknown.ll
; RUN: not falx-opt --verify-each --from=prepare-native-cpu %t/not_state.ll -o %t.out 2>&1 | FileCheck %t/not_state.ll

//--- accepted.ll
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  store i64 %i, ptr %p
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- accepted_state.ll
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  store i64 %i, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- id_type.ll
; CHECK: a builtin has the type that docs/ir.md gives it: '_Z33__spirv_BuiltInGlobalInvocationIdi' has another
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  %i = call i32 @_Z33__spirv_BuiltInGlobalInvocationIdi(i64 0)
  store i32 %i, ptr %p
  ret void
}
declare i32 @_Z33__spirv_BuiltInGlobalInvocationIdi(i64)

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- vote_type.ll
; CHECK: a builtin has the type that docs/ir.md gives it: '_Z26__spirv_GroupNonUniformAllib' has another
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  %v = call i32 @_Z26__spirv_GroupNonUniformAllib(i32 3, i1 true)
  store i32 %v, ptr %p
  ret void
}
declare i32 @_Z26__spirv_GroupNonUniformAllib(i32, i1)

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- reduction_type.ll
; CHECK: a builtin has the type that docs/ir.md gives it: '_Z27__spirv_GroupNonUniformIAddiii' has another
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  %v = call i32 @_Z27__spirv_GroupNonUniformIAddiii(i32 3, i32 1)
  store i32 %v, ptr %p
  ret void
}
declare i32 @_Z27__spirv_GroupNonUniformIAddiii(i32, i32)

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- id_left.ll
; CHECK: in function 'k.NativeCPUKernel': the module is not as docs/ir.md says after prepare-native-cpu: no work-item function is left after prepare-native-cpu: '_Z33__spirv_BuiltInGlobalInvocationIdi' is used
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  store i64 %i, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- id_early.ll
; CHECK: ids are read from the state by @__falx_ncpu_<name> between prepare-native-cpu and work-item-loops only: '__falx_ncpu_global_id' is used
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  %i = call i64 @__falx_ncpu_global_id(ptr %p, i32 0)
  store i64 %i, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- barrier_left.ll
; CHECK: barriers are @__falx_ncpu_barrier after prepare-native-cpu: '_Z22__spirv_ControlBarrieriii' is used
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- fence_left.ll
; CHECK: memory barriers are fences after prepare-native-cpu: '_Z21__spirv_MemoryBarrierii' is used
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  call void @_Z21__spirv_MemoryBarrierii(i32 1, i32 272)
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare void @_Z21__spirv_MemoryBarrierii(i32, i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- memory_left.ll
; CHECK: group memory is in the frame after prepare-native-cpu: '_Z19__falx_group_memorymm' is used
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  %m = call ptr @_Z19__falx_group_memorymm(i64 4, i64 4)
  store ptr %m, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare ptr @_Z19__falx_group_memorymm(i64, i64)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- pointer_left.ll
; CHECK: addresses of group-atomics are plain after group-atomics: '__falx_group_pointer' is used
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  %m = call ptr @__falx_group_pointer(ptr %p)
  store i32 1, ptr %m
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare ptr @__falx_group_pointer(ptr)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- sub_group_left.ll
; CHECK: no sub-group function is left after sub-groups: '_Z26__spirv_GroupNonUniformAllib' is used
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  %v = call i1 @_Z26__spirv_GroupNonUniformAllib(i32 3, i1 true)
  store i1 %v, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i1 @_Z26__spirv_GroupNonUniformAllib(i32, i1)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- constant_left.ll
; CHECK: specialization constants have values after spec-constants: '__falx_specialization_constant' is used
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  %v = call ptr @__falx_specialization_constant(ptr %p, ptr %p, i64 4)
  store ptr %v, ptr %p
  ret void
}
declare ptr @__falx_specialization_constant(ptr, ptr, i64)

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}

//--- state_left.ll
; CHECK: ids are read from the state by @__falx_ncpu_<name> between prepare-native-cpu and work-item-loops only: '__falx_ncpu_global_id' is used
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline {
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  store i64 %i, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.frame !4 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
!4 = !{i32 1, i32 0, i32 0, i32 0}

//--- unknown.ll
; CHECK: @__falx_ncpu_<name> is one of those known: there is no '__falx_ncpu_golbal_id'
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  store i32 1, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_golbal_id(ptr, i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}

//--- not_state.ll
; CHECK: an id is read from the state that the function has as parameter: '__falx_ncpu_global_id' is called with another value
; CHECK-NOT: error:
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) noinline !falx.dispatch !3 {
  %i = call i64 @__falx_ncpu_global_id(ptr %p, i32 0)
  store i64 %i, ptr %p
  ret void
}
define hidden void @k(ptr %args, ptr %state) !falx.dispatch !3 !falx.functor !0 !falx.params !1 {
  call void @k.NativeCPUKernel(ptr %args, ptr %state)
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 1, i32 1}
