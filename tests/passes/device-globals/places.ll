; !falx.device_globals has the place of the definition, with -g, else of the first use; of a variable with device
; image scope also who uses it, and where: in a function, or through a constant. strip-debug-early leaves them.
; RUN: falx-opt -S -passes=device-globals,strip-debug-early %s -o - | FileCheck %s
; RUN: sed 's/^@scoped.*/&, !dbg !20/' %s | falx-opt -S -passes=device-globals - -o - | FileCheck --check-prefix=DEBUG %s

; CHECK: !falx.device_globals = !{[[A:![0-9]+]], [[B:![0-9]+]]}
; CHECK-DAG: [[A]] = !{!"scoped", i32 4, i32 1, !"", !"/src/k.cpp:3:9", [[USE1:![0-9]+]], [[USE2:![0-9]+]], [[USE3:![0-9]+]]}
; CHECK-DAG: [[USE1]] = !{!"direct", !"/src/k.cpp:3:9"}
; CHECK-DAG: [[USE2]] = !{!"calls", !"/src/k.cpp:5:2"}
; CHECK-DAG: [[USE3]] = !{!"table", !"/src/k.cpp:6:3"}
; CHECK-DAG: [[B]] = !{!"shared", i32 4, i32 0, !"", !"/src/k.cpp:4:1"}
; CHECK-NOT: DILocation
; DEBUG: !{!"scoped", i32 4, i32 1, !"", !"/src/k.cpp:2", !

%"struct.sycl::detail::falx_device_global_pointer" = type { ptr }
%"struct.sycl::detail::falx_device_global_value" = type { i32 }
%pointer = type { %"struct.sycl::detail::falx_device_global_pointer", ptr, i32 }
%value = type { %"struct.sycl::detail::falx_device_global_value", ptr }

@scoped = global %value { %"struct.sycl::detail::falx_device_global_value" zeroinitializer, ptr @device_global_storage_scoped }, align 8
@shared = global %pointer { %"struct.sycl::detail::falx_device_global_pointer" zeroinitializer, ptr @device_global_storage_descriptor, i32 0 }, align 8
@device_global_storage_descriptor = linkonce_odr constant { i32, i32, i32, i32, i32, i32 } { i32 4, i32 0, i32 16, i32 3, i32 0, i32 0 }
@device_global_storage_scoped = linkonce_odr constant { i32, i32, i32, i32, i32, i32 } { i32 4, i32 1, i32 0, i32 1, i32 2, i32 1 }
@aliases = internal constant [1 x ptr] [ptr @scoped]

define spir_kernel void @direct() !dbg !5 {
  store i32 1, ptr @scoped, !dbg !6
  ret void
}
define spir_kernel void @neither() !dbg !7 {
  store i32 1, ptr @shared, !dbg !8
  ret void
}
define internal void @f() !dbg !9 {
  store i32 2, ptr @scoped, !dbg !10
  ret void
}
define spir_kernel void @calls() {
  call void @f()
  ret void
}
define spir_kernel void @table() !dbg !11 {
  %p = load ptr, ptr @aliases, !dbg !12
  store i32 1, ptr %p, !dbg !12
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "direct", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 3, column: 9, scope: !5)
!7 = distinct !DISubprogram(name: "neither", file: !1, line: 4, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 4, column: 1, scope: !7)
!9 = distinct !DISubprogram(name: "f", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 5, column: 2, scope: !9)
!11 = distinct !DISubprogram(name: "table", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 6, column: 3, scope: !11)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "scoped", scope: !0, file: !1, line: 2, type: !22, isDefinition: true)
!22 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
