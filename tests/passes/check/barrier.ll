; Barriers are builtins of every target (NC-7).
; RUN: falx-opt -passes=check -o /dev/null %s 2>&1 | FileCheck-22 --allow-empty %s
; RUN: falx-opt -passes=check --target=spir64 -o /dev/null %s 2>&1 | FileCheck-22 --allow-empty %s

; CHECK-NOT: {{.}}
define spir_kernel void @_ZTS6Kernel(ptr %k) {
  call void @_Z4syncv()
  ret void
}

define internal void @_Z4syncv() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}

declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
