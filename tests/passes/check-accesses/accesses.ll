; Accesses of memory that work-items may share are announced, with what the address is computed from and the
; user's line; those of the work-item's own are not, nor are those of the headers.
; RUN: falx-opt -S -passes=check-accesses --check=15 %s | FileCheck-22 %s
; RUN: falx-opt -S -passes=check-accesses %s | FileCheck-22 --check-prefix=OFF %s

; OFF-NOT: falx_check

; CHECK: [11 x i8] c"/src/a.cpp\00"
; CHECK: @falx_check_site{{.*}} = private global { ptr, i32, i32, i32 } { ptr @{{.*}}, i32 7, i32 3, i32 0 }
; CHECK: @falx_check_kernel = private global { ptr, i32 } { ptr @{{.*}}, i32 15 }
; CHECK: define spir_kernel void @_ZTS1K
; CHECK-NEXT: call void @__falx_check_begin(ptr{{.*}} @falx_check_kernel)
; CHECK-NEXT: %at = getelementptr
; CHECK-NEXT: call void @__falx_check_access(ptr{{.*}} %at, i64 8, i32 2, ptr %p, ptr{{.*}} @falx_check_site{{.*}})
; CHECK-NEXT: store i64 1, ptr %at
; CHECK-NEXT: call void @__falx_check_access(ptr %p, i64 4, i32 7, ptr %p
; CHECK-NEXT: call void @__falx_check_order(i32 2)
; CHECK-NEXT: %old = atomicrmw add
; CHECK-NEXT: call void @__falx_check_order(i32 1)
; CHECK-NEXT: call void @__falx_check_access(ptr %p, i64 24, i32 2, ptr %p
; CHECK-NEXT: call void @__falx_check_access(ptr{{.*}} %at, i64 24, i32 1, ptr %p
; CHECK-NEXT: call void @llvm.memcpy
; CHECK-NEXT: call void @__falx_check_barrier(ptr{{.*}} @falx_check_site{{.*}})
; CHECK-NEXT: call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 16)
; CHECK-NEXT: ret void
; CHECK: attributes #{{.*}} "falx-checked"

define spir_kernel void @_ZTS1K(ptr %p, i64 %i) !dbg !5 {
  %own = alloca i32
  %from_header = load i32, ptr %p, align 4, !dbg !9
  %at = getelementptr i64, ptr %p, i64 %i, !dbg !8
  store i64 1, ptr %at, align 8, !dbg !8
  %old = atomicrmw add ptr %p, i32 1 acq_rel, align 4, !dbg !8
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %at, i64 24, i1 false), !dbg !8
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 16), !dbg !8
  store i32 2, ptr %own, !dbg !8
  ret void, !dbg !9
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cpp", directory: "/src")
!2 = !DIFile(filename: "/opt/include/sycl/detail/kernel.hpp", directory: "")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "entry", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "operator()", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "enter_range", file: !2, line: 9, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 7, column: 3, scope: !6, inlinedAt: !10)
!9 = !DILocation(line: 11, column: 1, scope: !7, inlinedAt: !11)
!10 = distinct !DILocation(line: 11, column: 1, scope: !7, inlinedAt: !11)
!11 = distinct !DILocation(line: 1, column: 1, scope: !5)
