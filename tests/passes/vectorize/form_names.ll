; The forms stand beside the kernel, are internal, and its metadata names them: lanes, whether sub-
; groups are used, what ids have to be below, both forms.
; RUN: falx-opt -S -passes=vectorize --lanes=8 %s -o - | FileCheck %s

; CHECK-DAG: define internal void @k.NativeCPUKernel({{.*}}!falx.vector ![[V:[0-9]+]]
; CHECK-DAG: define internal void @k.NativeCPUKernel.v8(ptr %a, ptr %b, i32 %n, ptr %state)
; CHECK-DAG: define internal void @k.NativeCPUKernel.v8.masked(ptr %a, ptr %b, i32 %n, ptr %state, i32 %{{.*}})
; CHECK-DAG: ![[V]] = !{i32 8, i32 0, i64 2147483648, ptr @k.NativeCPUKernel.v8, ptr @k.NativeCPUKernel.v8.masked}
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
