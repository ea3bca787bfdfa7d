; Every return goes on to the next work-item; the body's own loop keeps its metadata and is not said
; to be parallel; a dimension that is no constant selects.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK: select i1
; CHECK: select i1
; CHECK: br i1 %skip, label %out, label %loop
; CHECK: br i1 %again, label %loop, label %end, !llvm.loop ![[OWN:[0-9]+]]
; CHECK: out:
; CHECK-NEXT: br label %done
; CHECK: end:
; CHECK-NEXT: br label %done
; CHECK-COUNT-1: ret void
; CHECK-NOT: ret void
; CHECK: ![[OWN]] = distinct !{![[OWN]], ![[MUST:[0-9]+]]}
define internal void @k.NativeCPUKernel(ptr %out_p, i32 %d, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 %d)
  %skip = icmp ugt i64 %id, 7
  br i1 %skip, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  %p = getelementptr i64, ptr %out_p, i64 %i
  store i64 %id, ptr %p
  %n = add i64 %i, 1
  %again = icmp ult i64 %n, %id
  br i1 %again, label %loop, label %end, !llvm.loop !1
out:
  ret void
end:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
