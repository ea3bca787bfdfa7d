; A call of a function that nobody defines names it demangled, with its place and the chain of calls from the kernel, once (KL-9, DL-4).
; RUN: not falx-opt -passes=check %s 2>&1 | FileCheck-22 %s

; CHECK: a.cpp:11:7: error: undefined function 'missing(float)' reached from device code; define it in this source, or declare it SYCL_EXTERNAL in a header for both and link the source or library that defines it
; CHECK-NEXT: a.cpp:21:5: note: called from 'Thing::operator()() const'
; CHECK-NEXT: a.cpp:31:3: note: called from kernel 'Kernel'
; CHECK-NOT: {{.}}

define spir_kernel void @_ZTS6Kernel(ptr %k) !dbg !5 {
  call void @_ZNK5ThingclEv(ptr %k), !dbg !8
  ret void
}

define internal void @_ZNK5ThingclEv(ptr %this) !dbg !6 {
  call void @_Z6helperi(i32 1), !dbg !9
  call void @_Z6helperi(i32 2), !dbg !9
  ret void
}

define internal void @_Z6helperi(i32 %x) !dbg !7 {
  call void @_Z7missingf(float 1.0), !dbg !10
  call void @_Z7missingf(float 2.0), !dbg !10
  ret void
}

declare void @_Z7missingf(float)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = distinct !DISubprogram(name: "kernel", file: !1, line: 30, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "operator()", file: !1, line: 20, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "helper", file: !1, line: 10, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 31, column: 3, scope: !5)
!9 = !DILocation(line: 21, column: 5, scope: !6)
!10 = !DILocation(line: 11, column: 7, scope: !7)
