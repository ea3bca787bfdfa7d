; After inlining nothing is left of the function object: vector addition on pointers (KL-2).
; RUN: falx-opt -S '-passes=check,lower-kernels,internalize,llvm<default<O2>>' %s | FileCheck-22 --check-prefix=OPT %s

; OPT: define spir_kernel void @_ZTSZ4vaddPfS_S_E4Vadd(ptr {{.*}}%_arg_0, ptr {{.*}}%_arg_1, ptr {{.*}}%_arg_2)
; OPT-NEXT: entry:
; OPT-NEXT: [[I:%.*]] = {{.*}}call noundef i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 noundef 0)
; OPT-NEXT: [[A:%.*]] = getelementptr inbounds nuw float, ptr %_arg_1, i64 [[I]]
; OPT-NEXT: load float, ptr [[A]]
; OPT-NEXT: [[B:%.*]] = getelementptr inbounds nuw float, ptr %_arg_2, i64 [[I]]
; OPT-NEXT: load float, ptr [[B]]
; OPT-NEXT: fadd float
; OPT-NEXT: [[C:%.*]] = getelementptr inbounds nuw float, ptr %_arg_0, i64 [[I]]
; OPT-NEXT: store float {{.*}}, ptr [[C]]
; OPT-NEXT: ret void

; Front-end IR of:
;   void vadd(float *a, float *b, float *c) {
;     parallel_for<class Vadd>([=](size_t i) { c[i] = a[i] + b[i]; });
;   }

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%class.anon = type { ptr, ptr, ptr }

$__falx_accessor_1_init = comdat any

define linkonce_odr void @__falx_accessor_1_init(ptr noundef %self, ptr noundef %d, ptr noundef %a, ptr noundef %m, ptr noundef %o) comdat {
entry:
  %self.addr = alloca ptr, align 8
  %d.addr = alloca ptr, align 8
  %a.addr = alloca ptr, align 8
  %m.addr = alloca ptr, align 8
  %o.addr = alloca ptr, align 8
  store ptr %self, ptr %self.addr, align 8
  store ptr %d, ptr %d.addr, align 8
  store ptr %a, ptr %a.addr, align 8
  store ptr %m, ptr %m.addr, align 8
  store ptr %o, ptr %o.addr, align 8
  %0 = load ptr, ptr %d.addr, align 8
  %1 = load ptr, ptr %self.addr, align 8
  %data = getelementptr inbounds nuw %"struct.sycl::__falx_accessor_1", ptr %1, i32 0, i32 0
  store ptr %0, ptr %data, align 8
  %2 = load ptr, ptr %a.addr, align 8
  %3 = load ptr, ptr %self.addr, align 8
  %a1 = getelementptr inbounds nuw %"struct.sycl::__falx_accessor_1", ptr %3, i32 0, i32 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a1, ptr align 8 %2, i64 8, i1 false)
  %4 = load ptr, ptr %m.addr, align 8
  %5 = load ptr, ptr %self.addr, align 8
  %m2 = getelementptr inbounds nuw %"struct.sycl::__falx_accessor_1", ptr %5, i32 0, i32 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %m2, ptr align 8 %4, i64 8, i1 false)
  %6 = load ptr, ptr %o.addr, align 8
  %7 = load ptr, ptr %self.addr, align 8
  %o3 = getelementptr inbounds nuw %"struct.sycl::__falx_accessor_1", ptr %7, i32 0, i32 3
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %o3, ptr align 8 %6, i64 8, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

define spir_kernel void @_ZTSZ4vaddPfS_S_E4Vadd(ptr noundef byval(%class.anon) align 8 %k) {
entry:
  %call = call noundef i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 noundef 0)
  call void @_ZZ4vaddPfS_S_ENKUlmE_clEm(ptr noundef nonnull align 8 dereferenceable(24) %k, i64 noundef %call)
  ret void
}

define internal void @_ZZ4vaddPfS_S_ENKUlmE_clEm(ptr noundef nonnull align 8 dereferenceable(24) %this, i64 noundef %i) align 2 {
entry:
  %this.addr = alloca ptr, align 8
  %i.addr = alloca i64, align 8
  store ptr %this, ptr %this.addr, align 8
  store i64 %i, ptr %i.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 1
  %1 = load ptr, ptr %0, align 8
  %2 = load i64, ptr %i.addr, align 8
  %arrayidx = getelementptr inbounds nuw float, ptr %1, i64 %2
  %3 = load float, ptr %arrayidx, align 4
  %4 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 2
  %5 = load ptr, ptr %4, align 8
  %6 = load i64, ptr %i.addr, align 8
  %arrayidx2 = getelementptr inbounds nuw float, ptr %5, i64 %6
  %7 = load float, ptr %arrayidx2, align 4
  %add = fadd float %3, %7
  %8 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 0
  %9 = load ptr, ptr %8, align 8
  %10 = load i64, ptr %i.addr, align 8
  %arrayidx3 = getelementptr inbounds nuw float, ptr %9, i64 %10
  store float %add, ptr %arrayidx3, align 4
  ret void
}

declare noundef i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 noundef)
