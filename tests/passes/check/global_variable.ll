; A variable that is not constant is refused, once, wherever it is: external, internal, thread_local, static local, inside a constant expression (KL-9).
; RUN: not falx-opt -passes=check %s 2>&1 | FileCheck-22 %s

; CHECK: a.cpp:11:7: error: device code cannot use the non-const global variable 'counter'; make it const or constexpr with a constant initializer, or pass its value to the kernel
; CHECK-NEXT: a.cpp:21:5: note: called from 'Thing::operator()() const'
; CHECK-NEXT: a.cpp:31:3: note: called from kernel 'Kernel'
; CHECK: error: device code cannot use the thread_local variable 'mine';
; CHECK: error: device code cannot use the non-const static local variable 'helper(int)::k';
; CHECK: error: device code cannot use the non-const global variable 'far';
; CHECK: error: device code cannot use the non-const global variable 'behind';
; CHECK-NOT: error:

define spir_kernel void @_ZTS6Kernel(ptr %k) !dbg !5 {
  call void @_ZNK5ThingclEv(ptr %k), !dbg !8
  ret void
}

define internal void @_ZNK5ThingclEv(ptr %this) !dbg !6 {
  call void @_Z6helperi(i32 1), !dbg !9
  call void @_Z6helperi(i32 2), !dbg !9
  ret void
}

@counter = internal global i32 0
@mine = internal thread_local global i32 0
@_ZZ6helperiE1k = internal global i32 0
@_ZGVZ6helperiE1k = internal global i64 0
@far = external global [4 x i32]
@behind = internal global i32 0
@table = internal constant [2 x ptr] [ptr @behind, ptr null]

define internal void @_Z6helperi(i32 %x) !dbg !7 {
  store i32 1, ptr @counter, !dbg !10
  store i32 2, ptr @counter, !dbg !10
  %t = call ptr @llvm.threadlocal.address.p0(ptr @mine), !dbg !10
  %g = load atomic i8, ptr @_ZGVZ6helperiE1k acquire, align 8, !dbg !10
  %a = call i32 @__cxa_guard_acquire(ptr @_ZGVZ6helperiE1k), !dbg !10
  %k = load i32, ptr @_ZZ6helperiE1k, !dbg !10
  %f = load i32, ptr getelementptr inbounds ([4 x i32], ptr @far, i64 0, i64 2), !dbg !10
  %p = load ptr, ptr @table, !dbg !10
  ret void
}

declare ptr @llvm.threadlocal.address.p0(ptr)
declare i32 @__cxa_guard_acquire(ptr)

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
