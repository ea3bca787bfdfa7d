; Private memory moves to the entry and carries no access group, since work-items share it one after
; the other; all else does, assumptions included.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK: entry:
; CHECK-NEXT: %buffer = alloca [4 x i32], align 4
; CHECK-NOT: alloca
; CHECK: %v = load i32, ptr %in, align 4, !llvm.access.group ![[GROUP:[0-9]+]]
; CHECK: store i32 %v, ptr %slot, align 4{{$}}
; CHECK: %w = load i32, ptr %either, align 4{{$}}
; CHECK: call void @llvm.assume(i1 %c), !llvm.access.group ![[GROUP]]
; CHECK: store i32 %w, ptr %in, align 4, !llvm.access.group ![[GROUP]]
; CHECK: ![[GROUP]] = distinct !{}
define internal void @k.NativeCPUKernel(ptr %in, i64 %n, i1 %c, ptr %state) !falx.dispatch !0 {
  %buffer = alloca [4 x i32], align 4
  %v = load i32, ptr %in, align 4
  %slot = getelementptr [4 x i32], ptr %buffer, i64 0, i64 %n
  store i32 %v, ptr %slot, align 4
  %either = select i1 %c, ptr %buffer, ptr %in
  %w = load i32, ptr %either, align 4
  call void @llvm.assume(i1 %c)
  store i32 %w, ptr %in, align 4
  ret void
}
declare void @llvm.assume(i1)
!0 = !{i32 1, i32 1}
