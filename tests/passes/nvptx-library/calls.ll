; What a module calls of the C library comes in as code, and nothing else; intrinsics without an instruction
; and remainders become calls of it; with afn they are approximations; a function that the module defines is
; its own. LLVM's back end has code for all of it.
; RUN: falx-opt -passes=nvptx-library --target=nvptx64-nvidia-cuda -S %s -o %t
; RUN: FileCheck-22 %s --input-file=%t
; RUN: llc-22 -mcpu=sm_70 %t -o - | FileCheck-22 --check-prefix=PTX %s

; CHECK-NOT: @lgamma
; CHECK: define ptx_kernel void @k(
; CHECK: call float @sinf(float %x)
; CHECK: call double @cbrt(double %d)
; CHECK: call double @exp(double %d)
; CHECK: call float @expf(float %x)
; CHECK: call afn float @llvm.sqrt.f32(float %x)
; CHECK: call float @__falx_approximate_exp(float %x)
; CHECK: call double @exp(double %d)
; CHECK: call float @fmodf(float %x, float 3.000000e+00)
; CHECK: call i32 @__falx_frexp_exponentf(float %x)
; CHECK: [[HALF:%.*]] = fpext half %h to float
; CHECK: [[WIDE:%.*]] = call float @tanhf(float [[HALF]])
; CHECK: fptrunc float [[WIDE]] to half
; CHECK: call i32 @abs(i32 5)
; CHECK: call double @cabs(ptr
; CHECK: call void @__assert_fail(
; CHECK-DAG: define internal{{.*}} float @sinf(float
; CHECK-DAG: define internal{{.*}} float @expf(float
; CHECK-DAG: define internal i32 @abs(i32 %x)
; CHECK-NOT: declare {{.*}}@{{[a-z]+}}f(float
; PTX-DAG: .extern .func __assertfail
; PTX-DAG: ex2.approx.ftz.f32

target triple = "nvptx64-nvidia-cuda"

@text = private constant [5 x i8] c"text\00"
declare float @sinf(float)
declare double @cbrt(double)
declare double @cabs(ptr byval({ double, double }) align 8)
declare float @llvm.exp.f32(float)
declare double @llvm.exp.f64(double)
declare float @llvm.sqrt.f32(float)
declare half @llvm.tanh.f16(half)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare void @__assert_fail(ptr, ptr, i32, ptr)

define ptx_kernel void @k(ptr addrspace(1) %out, float %x, double %d, half %h) {
  %z = alloca { double, double }, align 8
  %s = call float @sinf(float %x)
  store volatile float %s, ptr addrspace(1) %out
  %c = call double @cbrt(double %d)
  store volatile double %c, ptr addrspace(1) %out
  %e = call double @llvm.exp.f64(double %d)
  store volatile double %e, ptr addrspace(1) %out
  %f = call float @llvm.exp.f32(float %x)
  store volatile float %f, ptr addrspace(1) %out
  %q = call afn float @llvm.sqrt.f32(float %x)
  store volatile float %q, ptr addrspace(1) %out
  %g = call afn float @llvm.exp.f32(float %x)
  store volatile float %g, ptr addrspace(1) %out
  %i = call afn double @llvm.exp.f64(double %d)
  store volatile double %i, ptr addrspace(1) %out
  %r = frem float %x, 3.0
  store volatile float %r, ptr addrspace(1) %out
  %p = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %exponent = extractvalue { float, i32 } %p, 1
  store volatile i32 %exponent, ptr addrspace(1) %out
  %t = call half @llvm.tanh.f16(half %h)
  store volatile half %t, ptr addrspace(1) %out
  %a = call i32 @abs(i32 5)
  store volatile i32 %a, ptr addrspace(1) %out
  store double %d, ptr %z
  %size = call double @cabs(ptr byval({ double, double }) align 8 %z)
  store volatile double %size, ptr addrspace(1) %out
  call void @__assert_fail(ptr @text, ptr @text, i32 7, ptr @text)
  unreachable
}
define internal i32 @abs(i32 %x) noinline {
  ret i32 %x
}
