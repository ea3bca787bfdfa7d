; Where several regions may follow and it cannot be told before, the work-items say which, and the
; group goes there.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s
; RUN: falx-opt -S "-passes=work-item-loops,llvm<default<O2>>" %s -o - | FileCheck --check-prefix=FOLDED %s

; CHECK: %next = alloca i32
; CHECK-DAG: store i32 1, ptr %next
; CHECK-DAG: store i32 2, ptr %next
; CHECK: %[[NEXT:next.*]] = load i32, ptr %next
; CHECK-NEXT: switch i32 %[[NEXT]], label %[[B:.*]] [
; CHECK-NEXT: i32 1, label %[[A:.*]]
; CHECK-NEXT: ]
; FOLDED-NOT: switch
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 !falx.group !1 {
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %q = getelementptr i64, ptr %p, i64 %l
  %n = load i64, ptr %p
  %c = icmp eq i64 %n, 0
  br i1 %c, label %a, label %b
a:
  call void @__falx_ncpu_barrier(i32 1)
  store i64 %l, ptr %q
  br label %end
b:
  call void @__falx_ncpu_barrier(i32 2)
  store i64 0, ptr %q
  br label %end
end:
  ret void
}
declare i64 @__falx_ncpu_local_id(ptr, i32)
declare void @__falx_ncpu_barrier(i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 2, i32 0, i32 0}
