; What a module calls of the C library, and intrinsics without instruction, become OpenCL's
; instructions; the rest of the library stays out, and a function that the module defines is its own.
; RUN: falx-opt -passes=opencl-library --target=spir64 -S %s | FileCheck-22 %s

; CHECK-NOT: @lgamma
; CHECK: define spir_kernel void @k(
; CHECK: call spir_func float @_Z15__spirv_ocl_sinf(float noundef %x)
; CHECK: call spir_func double @_Z16__spirv_ocl_cbrtd(double noundef %d)
; CHECK: call spir_func float @_Z17__spirv_ocl_frexpfPU3AS4i(float noundef %x, ptr addrspace(4) {{.*}})
; CHECK: call spir_func float @_Z17__spirv_ocl_ldexpfi(float noundef %x, i32 noundef 3)
; CHECK: call spir_func i32 @abs(i32 5)
; CHECK: call spir_func double @_Z17__spirv_ocl_hypotdd(double noundef %d, double noundef %d)
; CHECK: %[[SUM:.*]] = add i64 %{{.*}}, %{{.*}}
; CHECK-NOT: with.overflow
; CHECK: define internal spir_func i32 @abs(i32 %x)
; CHECK-NOT: !opencl.ocl.version

target triple = "spirv64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

declare spir_func float @sinf(float)
declare spir_func double @cbrt(double)
declare spir_func double @cabs(ptr byval({ double, double }) align 8)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare float @llvm.ldexp.f32.i32(float, i32)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)

define spir_kernel void @k(ptr addrspace(1) %out, float %x, double %d) {
  %z = alloca { double, double }, align 8
  %s = call spir_func float @sinf(float %x)
  store volatile float %s, ptr addrspace(1) %out
  %c = call spir_func double @cbrt(double %d)
  store volatile double %c, ptr addrspace(1) %out
  %f = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %fraction = extractvalue { float, i32 } %f, 0
  store volatile float %fraction, ptr addrspace(1) %out
  %exponent = extractvalue { float, i32 } %f, 1
  store volatile i32 %exponent, ptr addrspace(1) %out
  %l = call float @llvm.ldexp.f32.i32(float %x, i32 3)
  store volatile float %l, ptr addrspace(1) %out
  %a = call spir_func i32 @abs(i32 5)
  store volatile i32 %a, ptr addrspace(1) %out
  %im = getelementptr i8, ptr %z, i64 8
  store double %d, ptr %z
  store double %d, ptr %im
  %size = call spir_func double @cabs(ptr byval({ double, double }) align 8 %z)
  store volatile double %size, ptr addrspace(1) %out
  %n = fptosi double %d to i64
  %w = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %n, i64 %n)
  %sum = extractvalue { i64, i1 } %w, 0
  %over = extractvalue { i64, i1 } %w, 1
  %which = select i1 %over, i64 0, i64 %sum
  store volatile i64 %which, ptr addrspace(1) %out
  ret void
}
define internal spir_func i32 @abs(i32 %x) noinline {
  ret i32 %x
}
