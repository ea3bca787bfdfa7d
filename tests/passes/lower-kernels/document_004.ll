; The example of the kernel lowering design lowers to exactly its parameter list: int, struct by
; value, global pointer, two ranges, id (KL-1, KL-2).
; RUN: falx-opt -S -passes=lower-kernels %s | FileCheck-22 %s
; RUN: falx-opt -S '-passes=check,lower-kernels,internalize,llvm<default<O2>>' %s | FileCheck-22 --check-prefix=OPT %s

; CHECK: define spir_kernel void @_ZTSZ6doc004N4sycl8accessorIcLi1EEEE6Doc004(i32 %_arg_0, ptr byval(%struct.S) align 4 %_arg_1, ptr nofree noundef %_arg_2, ptr byval(%"class.sycl::range") align 8 %_arg_3, ptr byval(%"class.sycl::range") align 8 %_arg_4, ptr byval(%"class.sycl::id") align 8 %_arg_5) !falx.functor ![[F:[0-9]+]] !falx.params ![[P:[0-9]+]] {
; CHECK-NEXT: entry:
; CHECK-NEXT: %functor = alloca %class.anon, align 8
; CHECK-NEXT: store i32 %_arg_0, ptr %functor, align 4
; CHECK-NEXT: [[S:%.*]] = getelementptr inbounds i8, ptr %functor, i64 4
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 [[S]], ptr align 4 %_arg_1, i64 8, i1 false)
; CHECK-NEXT: [[A:%.*]] = getelementptr inbounds i8, ptr %functor, i64 16
; CHECK-NEXT: call void @__falx_accessor_1_init(ptr [[A]], ptr %_arg_2, ptr %_arg_3, ptr %_arg_4, ptr %_arg_5)
; CHECK-NEXT: %call = call noundef i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 noundef 0)
; CHECK-NEXT: call void @_ZZ6doc004N4sycl8accessorIcLi1EEEENKUlmE_clEm(ptr noundef nonnull align 8 dereferenceable(48) %functor, i64 noundef %call)
; CHECK-NEXT: ret void
; CHECK: ![[F]] = !{i32 48, i32 8}
; CHECK: ![[P]] = !{![[P0:[0-9]+]], ![[P1:[0-9]+]], ![[P2:[0-9]+]]}
; CHECK: ![[P0]] = !{i32 1, i32 0, i32 4, i32 0}
; CHECK: ![[P1]] = !{i32 1, i32 0, i32 8, i32 4}
; CHECK: ![[P2]] = !{i32 0, i32 1, i32 32, i32 16}

; OPT: define spir_kernel void @_ZTSZ6doc004
; OPT-NOT: alloca
; OPT-NOT: memcpy
; OPT: ret void

; Front-end IR of:
;   void doc004(accessor<char, 1> acc) {
;     int i; struct S { char c; int i; } test_s; test_s.c = 14;
;     parallel_for<class Doc004>([=](size_t) { if (i == 13 && test_s.c == 14) acc[0] = 97; });
;   }

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"struct.sycl::__falx_accessor_1" = type { ptr, %"class.sycl::range", %"class.sycl::range", %"class.sycl::id" }
%"class.sycl::range" = type { [1 x i64] }
%"class.sycl::id" = type { [1 x i64] }
%class.anon = type { i32, %struct.S, %"class.sycl::accessor" }
%struct.S = type { i8, i32 }
%"class.sycl::accessor" = type { %"struct.sycl::__falx_accessor_1" }

$__falx_accessor_1_init = comdat any

$_ZNK4sycl8accessorIcLi1EEixEm = comdat any

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

define spir_kernel void @_ZTSZ6doc004N4sycl8accessorIcLi1EEEE6Doc004(ptr noundef byval(%class.anon) align 8 %k) {
entry:
  %call = call noundef i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 noundef 0)
  call void @_ZZ6doc004N4sycl8accessorIcLi1EEEENKUlmE_clEm(ptr noundef nonnull align 8 dereferenceable(48) %k, i64 noundef %call)
  ret void
}

define internal void @_ZZ6doc004N4sycl8accessorIcLi1EEEENKUlmE_clEm(ptr noundef nonnull align 8 dereferenceable(48) %this, i64 noundef %0) align 2 {
entry:
  %this.addr = alloca ptr, align 8
  %.addr = alloca i64, align 8
  store ptr %this, ptr %this.addr, align 8
  store i64 %0, ptr %.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %1 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 0
  %2 = load i32, ptr %1, align 8
  %cmp = icmp eq i32 %2, 13
  br i1 %cmp, label %land.lhs.true, label %if.end

land.lhs.true:
  %3 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 1
  %c = getelementptr inbounds nuw %struct.S, ptr %3, i32 0, i32 0
  %4 = load i8, ptr %c, align 4
  %conv = sext i8 %4 to i32
  %cmp2 = icmp eq i32 %conv, 14
  br i1 %cmp2, label %if.then, label %if.end

if.then:
  %5 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 2
  %call = call noundef nonnull align 1 dereferenceable(1) ptr @_ZNK4sycl8accessorIcLi1EEixEm(ptr noundef nonnull align 8 dereferenceable(32) %5, i64 noundef 0)
  store i8 97, ptr %call, align 1
  br label %if.end

if.end:
  ret void
}

declare noundef i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 noundef)

define linkonce_odr noundef nonnull align 1 dereferenceable(1) ptr @_ZNK4sycl8accessorIcLi1EEixEm(ptr noundef nonnull align 8 dereferenceable(32) %this, i64 noundef %i) comdat align 2 {
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
  %arrayidx2 = getelementptr inbounds nuw i8, ptr %0, i64 %add
  ret ptr %arrayidx2
}
