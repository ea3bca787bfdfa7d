; After inlining nothing is left of accessors and function object either; the ranges that nobody
; reads are dropped (KL-2, KL-3).
; RUN: falx-opt -S '-passes=check,lower-kernels,internalize,llvm<default<O2>>' %s | FileCheck-22 --check-prefix=OPT %s
; RUN: falx-opt -S '-passes=check,lower-kernels,internalize,llvm<default<O2>>,drop-arguments' %s | FileCheck-22 --check-prefix=DROP %s

; OPT: define spir_kernel void @
; OPT-NOT: alloca
; OPT-NOT: memcpy
; OPT-NOT: call void
; OPT: ret void

; DROP: define spir_kernel void @{{.*}}(ptr {{[^%]*}}%_arg_0, ptr {{[^%]*}}%"class.sycl::id") align 8 {{[^%]*}}%_arg_3, ptr {{[^%]*}}%_arg_4, ptr {{[^%]*}}%"class.sycl::id") align 8 {{[^%]*}}%_arg_7, ptr {{[^%]*}}%_arg_8, ptr {{[^%]*}}%"class.sycl::id") align 8 {{[^%]*}}%_arg_11)
; DROP: = !{i1 false, i1 true, i1 true, i1 false, i1 false, i1 true, i1 true, i1 false, i1 false, i1 true, i1 true, i1 false}

; Front-end IR of:
;   void vadd(accessor<float, 1> a, accessor<float, 1> b, accessor<float, 1> c) {
;     parallel_for<class Vadd>([=](size_t i) { c[i] = a[i] + b[i]; });
;   }

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%class.anon = type { %"class.sycl::accessor", %"class.sycl::accessor", %"class.sycl::accessor" }
%"class.sycl::accessor" = type { %"struct.sycl::__falx_accessor_1" }

$__falx_accessor_1_init = comdat any

$_ZNK4sycl8accessorIfLi1EEixEm = comdat any

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

define spir_kernel void @_ZTSZ4vaddN4sycl8accessorIfLi1EEES1_S1_E4Vadd(ptr noundef byval(%class.anon) align 8 %k) {
entry:
  %call = call noundef i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 noundef 0)
  call void @_ZZ4vaddN4sycl8accessorIfLi1EEES1_S1_ENKUlmE_clEm(ptr noundef nonnull align 8 dereferenceable(96) %k, i64 noundef %call)
  ret void
}

define internal void @_ZZ4vaddN4sycl8accessorIfLi1EEES1_S1_ENKUlmE_clEm(ptr noundef nonnull align 8 dereferenceable(96) %this, i64 noundef %i) align 2 {
entry:
  %this.addr = alloca ptr, align 8
  %i.addr = alloca i64, align 8
  store ptr %this, ptr %this.addr, align 8
  store i64 %i, ptr %i.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 1
  %1 = load i64, ptr %i.addr, align 8
  %call = call noundef nonnull align 4 dereferenceable(4) ptr @_ZNK4sycl8accessorIfLi1EEixEm(ptr noundef nonnull align 8 dereferenceable(32) %0, i64 noundef %1)
  %2 = load float, ptr %call, align 4
  %3 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 2
  %4 = load i64, ptr %i.addr, align 8
  %call2 = call noundef nonnull align 4 dereferenceable(4) ptr @_ZNK4sycl8accessorIfLi1EEixEm(ptr noundef nonnull align 8 dereferenceable(32) %3, i64 noundef %4)
  %5 = load float, ptr %call2, align 4
  %add = fadd float %2, %5
  %6 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 0
  %7 = load i64, ptr %i.addr, align 8
  %call3 = call noundef nonnull align 4 dereferenceable(4) ptr @_ZNK4sycl8accessorIfLi1EEixEm(ptr noundef nonnull align 8 dereferenceable(32) %6, i64 noundef %7)
  store float %add, ptr %call3, align 4
  ret void
}

declare noundef i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 noundef)

define linkonce_odr noundef nonnull align 4 dereferenceable(4) ptr @_ZNK4sycl8accessorIfLi1EEixEm(ptr noundef nonnull align 8 dereferenceable(32) %this, i64 noundef %i) comdat align 2 {
entry:
  %this.addr = alloca ptr, align 8
  %i.addr = alloca i64, align 8
  store ptr %this, ptr %this.addr, align 8
  store i64 %i, ptr %i.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %data = getelementptr inbounds nuw %"struct.sycl::__falx_accessor_1", ptr %this1, i32 0, i32 0
  %0 = load ptr, ptr %data, align 8
  %1 = load i64, ptr %i.addr, align 8
  %o = getelementptr inbounds nuw %"struct.sycl::__falx_accessor_1", ptr %this1, i32 0, i32 3
  %v = getelementptr inbounds nuw %"class.sycl::id", ptr %o, i32 0, i32 0
  %arrayidx = getelementptr inbounds [1 x i64], ptr %v, i64 0, i64 0
  %2 = load i64, ptr %arrayidx, align 8
  %add = add i64 %1, %2
  %arrayidx2 = getelementptr inbounds nuw float, ptr %0, i64 %add
  ret ptr %arrayidx2
}
