; On spir64 a variable is a pointer that the image's own kernel sets: code without image scope finds it
; where it was, code with loads it at its function's entry.
; RUN: falx-opt -passes=device-global-slots --target=spir64 -S %s | FileCheck-22 %s

; CHECK-DAG: @counter.falx_slot._ZTS1A.address = addrspace(1) externally_initialized global { ptr addrspace(4) } zeroinitializer, align 8
; CHECK-DAG: @scoped.falx_slot._ZTS1A.address = addrspace(1) externally_initialized global { ptr addrspace(4) } zeroinitializer, align 8
; CHECK-NOT: @unused
; CHECK-LABEL: define spir_kernel void @_ZTS1K(
; CHECK: %[[AT:.*]] = load ptr addrspace(4), ptr addrspace(1) @scoped.falx_slot._ZTS1A.address
; CHECK: %[[GLOBAL:.*]] = addrspacecast ptr addrspace(4) %[[AT]] to ptr addrspace(1)
; CHECK: %p = load ptr addrspace(4), ptr addrspace(1) @counter.falx_slot._ZTS1A.address
; CHECK: %[[SECOND:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, i64 4
; CHECK: load i32, ptr addrspace(1) %[[SECOND]]
; CHECK: define spir_kernel void @counter.falx_slot._ZTS1A(ptr addrspace(1) %0) #[[HELPER:[0-9]+]]
; CHECK: store ptr addrspace(4) %{{.*}}, ptr addrspace(1) @counter.falx_slot._ZTS1A.address
; CHECK: define spir_kernel void @scoped.falx_slot._ZTS1A(
; CHECK: attributes #[[HELPER]] = { "falx-helper" }

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@counter = addrspace(1) externally_initialized global { ptr addrspace(4), ptr addrspace(4), i32 } zeroinitializer
@scoped = addrspace(1) externally_initialized global { [2 x i32], ptr addrspace(4) } zeroinitializer
@unused = addrspace(1) externally_initialized global { ptr addrspace(4), ptr addrspace(4), i32 } zeroinitializer

define spir_kernel void @_ZTS1K(ptr addrspace(1) %out) !falx.params !2 !falx.functor !3 {
  %p = load ptr addrspace(4), ptr addrspace(1) @counter
  %v = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @scoped, i64 4)
  store i32 %v, ptr addrspace(4) %p
  ret void
}
define spir_kernel void @_ZTS1A() !falx.params !4 !falx.functor !3 {
  ret void
}

!falx.device_globals = !{!0, !1, !5}
!0 = !{!"counter", i32 4, i32 0, !"", !""}
!1 = !{!"scoped", i32 8, i32 1, !"", !""}
!5 = !{!"unused", i32 4, i32 0, !"", !""}
!2 = !{!6}
!6 = !{i32 3, i32 0, i32 8, i32 0}
!3 = !{i32 8, i32 8}
!4 = !{}
