; A switch is taken apart to branches; lanes take different cases.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: switch
; CHECK-DAG: %[[NINE:.*]] = icmp eq <4 x i32> %{{.*}}, splat (i32 9)
; CHECK-DAG: call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 22), ptr align 4 %{{.*}}, <4 x i1> %[[NINE]])
; CHECK-DAG: %[[ONE:.*]] = icmp eq <4 x i32> %{{.*}}, splat (i32 1)
; CHECK-DAG: call void @llvm.masked.store.v4i32.p0(<4 x i32> splat (i32 11), ptr align 4 %{{.*}}, <4 x i1> %[[ONE]])
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  switch i32 %x, label %e [ i32 1, label %one
    i32 9, label %two ]
one:
  store i32 11, ptr %q
  br label %e
two:
  store i32 22, ptr %q
  br label %e
e:
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
