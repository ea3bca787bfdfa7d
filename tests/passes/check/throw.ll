; A throw is refused; the constructor of the exception is not reported besides (KL-9).
; RUN: not falx-opt -passes=check %s 2>&1 | FileCheck-22 %s

; CHECK: a.cpp:11:7: error: device code cannot throw exceptions, and 'helper(int)' throws one
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
  %e = call ptr @__cxa_allocate_exception(i64 4)
  call void @_ZN5ErrorC1Ei(ptr %e, i32 1), !dbg !10
  call void @__cxa_throw(ptr %e, ptr @_ZTI5Error, ptr null), !dbg !10
  unreachable
}

@_ZTI5Error = external constant ptr
declare ptr @__cxa_allocate_exception(i64)
declare void @_ZN5ErrorC1Ei(ptr, i32)
declare void @__cxa_throw(ptr, ptr, ptr)

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
