; Variables stay visible across barriers (NC-9): one in the frame is where a cell says, declared once
; for the whole function. A record that names several values cannot be copied: it ends what was known.
; RUN: falx-opt -S -O0 -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: #dbg_declare(ptr %address, ![[KEPT:[0-9]+]], !DIExpression(DW_OP_deref), !{{[0-9]+}})
; CHECK-NEXT: #dbg_declare(ptr %address1, ![[UNUSED:[0-9]+]], !DIExpression(DW_OP_deref), !{{[0-9]+}})
; CHECK-NEXT: %next = alloca i32
; CHECK-NEXT: %address = alloca ptr
; CHECK-NEXT: %address1 = alloca ptr
; CHECK: store ptr %{{[0-9]+}}, ptr %address
; CHECK: store ptr %{{[0-9]+}}, ptr %address,
; CHECK: #dbg_value(i32 poison, ![[SUM:[0-9]+]], !DIExpression(), !{{[0-9]+}})
; CHECK-DAG: ![[KEPT]] = !DILocalVariable(name: "kept"
; CHECK-DAG: ![[UNUSED]] = !DILocalVariable(name: "unused"
; CHECK-DAG: ![[SUM]] = !DILocalVariable(name: "sum"
define internal void @k.NativeCPUKernel(ptr %p, i32 %n, ptr %state) !falx.dispatch !0 !falx.group !1 !dbg !4 {
  %kept = alloca i32
  %unused = alloca i32
  %x = load i32, ptr %p, !dbg !10
    #dbg_declare(ptr %kept, !7, !DIExpression(), !10)
    #dbg_declare(ptr %unused, !8, !DIExpression(), !10)
  store i32 %x, ptr %kept, !dbg !10
  store i32 %x, ptr %unused, !dbg !10
    #dbg_value(!DIArgList(i32 %n, i32 %x), !9, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !10)
  call void @__falx_ncpu_barrier(i32 1), !dbg !10
  %y = load i32, ptr %kept, !dbg !10
  store i32 %y, ptr %p, !dbg !10
  ret void, !dbg !10
}

define hidden void @k(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @k.NativeCPUKernel(ptr null, i32 1, ptr %state)
  ret void
}

declare void @__falx_ncpu_barrier(i32)

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!11}
!0 = !{i32 4, i32 0}
!1 = !{i32 1, i32 0, i32 0}
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "k.cpp", directory: "/")
!4 = distinct !DISubprogram(name: "k", scope: !3, file: !3, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "kept", scope: !4, file: !3, line: 2, type: !6)
!8 = !DILocalVariable(name: "unused", scope: !4, file: !3, line: 2, type: !6)
!9 = !DILocalVariable(name: "sum", scope: !4, file: !3, line: 2, type: !6)
!10 = !DILocation(line: 3, scope: !4)
!11 = !{i32 2, !"Debug Info Version", i32 3}
