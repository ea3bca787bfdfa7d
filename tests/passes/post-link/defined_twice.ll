; What two inputs define is reported where the second does, with the place of the first; what is inline is one.
; RUN: sed 's/k\.cpp/l.cpp/; s/@k(/@l(/' %s >%t.ll
; RUN: not falx-post-link --target=native_cpu -o %t.o %s %t.ll 2>&1 | FileCheck %s
; RUN: sed 's/@_Z5twicei/@_Z6otheri/; s/@_ZN3app5tableE/@other/' %t.ll >%t.fine.ll
; RUN: falx-post-link --target=native_cpu -o %t.o %s %t.fine.ll

; CHECK-NOT: error:
; CHECK: /src/l.cpp:4: error: 'twice(int)' is defined twice in device code; define it in one file and declare it in the others, or make it inline or static
; CHECK: /src/k.cpp:4: note: the other definition is here
; CHECK: source/l.cpp: error: 'app::table' is defined twice in device code
; CHECK-NOT: error:
source_filename = "source/k.cpp"
target triple = "x86_64-unknown-linux-gnu"
%functor = type { ptr }
@_ZN3app5tableE = constant [2 x i32] [i32 1, i32 2]
@_ZN3app4sameE = linkonce_odr constant i32 1
define i32 @_Z5twicei(i32 %i) "sycl_external" !dbg !4 {
  %d = add i32 %i, %i, !dbg !5
  ret i32 %d
}
define linkonce_odr i32 @_Z6inlinei(i32 %i) {
  ret i32 %i
}
define spir_kernel void @k(ptr byval(%functor) align 8 %f) {
  ret void
}
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @_Z5twicei, ptr @text, ptr @text, i32 4, ptr null }], section "llvm.metadata"
@text = private unnamed_addr constant [14 x i8] c"sycl_external\00", section "llvm.metadata"
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "twice", file: !1, line: 4, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 5, column: 3, scope: !4)
