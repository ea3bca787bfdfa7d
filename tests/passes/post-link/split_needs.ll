; Compiled at run time, kernels that ask for different things of a device are in images of their own, whatever the mode;
; a native image serves those that can run (DL-5).
; RUN: falx-post-link --target=spir64 --split=off -o %t.o %s && falx-image %t.o | FileCheck %s
; RUN: falx-post-link --target=spir64 -o %t.o %s && falx-image %t.o | FileCheck %s
; RUN: falx-post-link --target=native_cpu --split=off -o %t.o %s && falx-image %t.o | FileCheck %s --check-prefix=ONE

; CHECK: image: spir64, SPIR-V
; CHECK: kernel _ZTS1A
; CHECK: kernel _ZTS1E
; CHECK: image: spir64, SPIR-V
; CHECK: kernel _ZTS1B
; CHECK: aspects
; CHECK: image: spir64, SPIR-V
; CHECK: kernel _ZTS1C
; CHECK: image: spir64, SPIR-V
; CHECK: kernel _ZTS1D
; CHECK-NOT: image:
; ONE: image: native_cpu
; ONE-NOT: image:

%functor = type { ptr }

define spir_kernel void @_ZTS1A(ptr byval(%functor) align 8 %f) {
  ret void
}
define spir_kernel void @_ZTS1B(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %x = load double, ptr %out
  %twice = fadd double %x, %x
  store double %twice, ptr %out
  ret void
}
define spir_kernel void @_ZTS1C(ptr byval(%functor) align 8 %f) !falx.reqd_sub_group_size !0 {
  ret void
}
define spir_kernel void @_ZTS1D(ptr byval(%functor) align 8 %f) !falx.reqd_work_group_size !1 {
  ret void
}
define spir_kernel void @_ZTS1E(ptr byval(%functor) align 8 %f) {
  ret void
}
!0 = !{i32 8, !"a.cpp:1:1"}
!1 = !{i32 64, !"a.cpp:2:1"}
