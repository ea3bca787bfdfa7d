; A step of a tree between barriers: without masks if all lanes take part, or the first half of them, quarter
; and so on; otherwise lane by lane if at most half of them do, else masked; in the form for whole vectors.
; RUN: falx-opt -S -passes=vectorize --lanes=8 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v8(
; CHECK: [[COUNT:%firsts]] = sub i64 %s, [[FIRST:%.*]]
; CHECK: icmp ugt i64 [[COUNT]], 7
; CHECK: all:
; CHECK: load <8 x float>
; CHECK: load <8 x float>
; CHECK: store <8 x float>
; CHECK: first{{.*}}:
; CHECK: load <4 x float>
; CHECK: load <4 x float>
; CHECK: store <4 x float>
; CHECK: first{{.*}}:
; CHECK: load <2 x float>
; CHECK: load <2 x float>
; CHECK: store <2 x float>
; CHECK: first{{.*}}:
; CHECK: load <1 x float>
; CHECK: store <1 x float>
; CHECK: call {{.*}}i8 @llvm.ctpop.i8(i8 [[ACTIVE:%.*]])
; CHECK: %is_few = icmp {{.*}}i8 {{.*}}, 5
; CHECK: call <8 x float> @llvm.masked.load
; CHECK: call <8 x float> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK: few.lane:
; CHECK: call {{.*}}i8 @llvm.cttz.i8(i8 %left, i1 true)
; CHECK: load float, ptr
; CHECK: load float, ptr
; CHECK: store float
; CHECK-LABEL: define internal void @k.NativeCPUKernel.v8.masked(
; CHECK-NOT: first
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %t, i64 %s, ptr %state) !falx.dispatch !0 !falx.group !1 {
entry:
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  call void @__falx_ncpu_barrier(i32 1)
  %is = icmp ult i64 %l, %s
  br i1 %is, label %then, label %done

then:
  %other = add i64 %l, %s
  %p = getelementptr float, ptr %t, i64 %l
  %q = getelementptr float, ptr %t, i64 %other
  %x = load float, ptr %p
  %y = load float, ptr %q
  %z = fadd float %x, %y
  store float %z, ptr %p
  br label %done

done:
  call void @__falx_ncpu_barrier(i32 2)
  ret void
}

; What the block computes is used behind it: once.
; CHECK-LABEL: define internal void @used.NativeCPUKernel.v8(
; CHECK-NOT: is_all
; CHECK: ret void
define internal void @used.NativeCPUKernel(ptr %t, i64 %s, ptr %state) !falx.dispatch !0 !falx.group !1 {
entry:
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  %p = getelementptr float, ptr %t, i64 %l
  call void @__falx_ncpu_barrier(i32 1)
  %is = icmp ult i64 %l, %s
  br i1 %is, label %then, label %done

then:
  %x = load float, ptr %p
  %y = fadd float %x, 1.0
  store float %y, ptr %p
  br label %done

done:
  %v = phi float [ %y, %then ], [ 0.0, %entry ]
  call void @__falx_ncpu_barrier(i32 2)
  store float %v, ptr %p
  ret void
}

declare void @__falx_ncpu_barrier(i32) convergent noduplicate
declare i64 @__falx_ncpu_local_id(ptr, i32)
!0 = !{i32 4, i32 0}
!1 = !{i32 2, i32 0, i32 0}

; Which lanes take part depends on numbers in memory; of those the first lanes' are taken.
; CHECK-LABEL: define internal void @numbers.NativeCPUKernel.v8(
; CHECK: [[MASK:%.*]] = bitcast <8 x i1> {{.*}} to i8
; CHECK: switch i8 [[MASK]]
; CHECK-DAG: i8 -1, label %all
; CHECK-DAG: i8 15, label %[[HALF:first[0-9]*]]
; CHECK-DAG: i8 3, label %first
; CHECK-DAG: i8 1, label %first
; CHECK: [[HALF]]:
; CHECK: load <4 x float>
; CHECK: shufflevector <8 x float> {{.*}}, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: store <4 x float>
; CHECK: ret void
define internal void @numbers.NativeCPUKernel(ptr %t, ptr %n, i64 %s, ptr %state) !falx.dispatch !0 !falx.group !1 {
entry:
  %l = call i64 @__falx_ncpu_local_id(ptr %state, i32 0)
  call void @__falx_ncpu_barrier(i32 1)
  %m = getelementptr float, ptr %n, i64 %l
  %number = load float, ptr %m
  %is = fcmp ogt float %number, 0.0
  br i1 %is, label %then, label %done

then:
  %p = getelementptr float, ptr %t, i64 %l
  %q = getelementptr float, ptr %p, i64 %s
  %x = load float, ptr %p
  %y = load float, ptr %q
  %yn = fmul float %y, %number
  %z = fadd float %x, %yn
  store float %z, ptr %p
  br label %done

done:
  call void @__falx_ncpu_barrier(i32 2)
  ret void
}
