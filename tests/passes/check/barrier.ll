; A kernel that needs a barrier is refused on native_cpu with its name, until it is supported; other targets have barriers (KL-9, NC-7).
; RUN: not falx-opt -passes=check %s 2>&1 | FileCheck-22 %s
; RUN: falx-opt -passes=check --target=spir64 -o %t %s 2>&1 | FileCheck-22 --check-prefix=SPIR --allow-empty %s

; CHECK: error: in function 'sync()': barriers are not supported on native_cpu yet: kernel 'Kernel' needs one
; CHECK-NEXT: note: called from kernel 'Kernel'
; SPIR-NOT: {{.}}

define spir_kernel void @_ZTS6Kernel(ptr %k) {
  call void @_Z4syncv()
  ret void
}

define internal void @_Z4syncv() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}

declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
