; In kernels with many regions each region is a function of its own (NC-7): LLVM's time for a function
; grows faster than the function. Where debuggers need the kernel's own function, what the whole
; launch shares is read from memory where a region begins.
; RUN: falx-opt -S -O2 -g -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK-NOT: volatile
; CHECK: call void @k.NativeCPUKernel.region0(
; CHECK-NOT: store i32
; CHECK: call void @k.NativeCPUKernel.region1(i64 %local_size, ptr %slot, ptr %p, i64 %local_size{{[0-9]*}}, i64 %{{.*}})
; CHECK: call void @k.NativeCPUKernel.region8(

; A value that is kept is in an alloca of each function.
; CHECK-LABEL: define internal void @k.NativeCPUKernel.region0(
; CHECK-SAME: #[[OUT:[0-9]+]]
; CHECK: alloca i32
; CHECK: ret void
; CHECK-LABEL: define internal void @k.NativeCPUKernel.region1(i64 %local_size, ptr %slot, ptr %p,
; CHECK: alloca i32
; CHECK: getelementptr inbounds i8, ptr %slot
; CHECK: store i32 %{{.*}}, ptr %p

; CHECK-LABEL: define internal void @debug.NativeCPUKernel(
; CHECK: store i64 %local_size, ptr %launch
; CHECK: {{^}}after{{[0-9]*}}:
; CHECK: %[[SLOT:.*]] = load volatile ptr, ptr %launch
; CHECK: %[[LAST:.*]] = load volatile i64, ptr %launch
; CHECK: row{{[0-9]*}}:
; CHECK: getelementptr inbounds i8, ptr %[[SLOT]], i64
; CHECK: icmp eq i64 %next{{[0-9]*}}, %[[LAST]]
; CHECK: {{^}}after{{[0-9]*}}:

; Not where there are few.
; CHECK-LABEL: define internal void @few.NativeCPUKernel(
; CHECK-NOT: volatile
; CHECK-NOT: call

; CHECK: attributes #[[OUT]] = { noinline "falx-part" }
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 2)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 3)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 4)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 5)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 6)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 7)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 8)
  store i32 %v, ptr %q
  ret void
}
define internal void @debug.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 !dbg !3 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 2)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 3)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 4)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 5)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 6)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 7)
  store i32 %v, ptr %p
  call void @__falx_ncpu_barrier(i32 8)
  store i32 %v, ptr %q
  ret void
}
define internal void @few.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !2 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i32, ptr %p, i64 %l
  %v = load i32, ptr %q
  call void @__falx_ncpu_barrier(i32 1)
  store i32 %v, ptr %p
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 8, i32 0, i32 0}
!2 = !{i32 1, i32 0, i32 0}
!llvm.module.flags = !{!8}
!llvm.dbg.cu = !{!4}
!3 = distinct !DISubprogram(name: "debug", file: !5, line: 1, type: !6, unit: !4, spFlags: DISPFlagDefinition)
!4 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !5, emissionKind: LineTablesOnly)
!5 = !DIFile(filename: "k.cpp", directory: "/")
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !{i32 2, !"Debug Info Version", i32 3}
