; A long body is a function that the loop over work-items calls: LLVM's time for a loop grows faster
; than the loop. Private memory moves along.
; RUN: awk '/^  ; more/{for(i=1;i<=512;i++) printf "  br label %%%%b%%d\nb%%d:\n",i,i} {print}' %s | falx-opt -S -O2 -passes=work-item-loops - -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel(
; CHECK: item:
; CHECK: call void @k.NativeCPUKernel.body0(i64 %{{.*}}, i64 %global_offset, ptr %p)
; CHECK: br i1 %is_last
; CHECK-LABEL: define internal void @k.NativeCPUKernel.body0(
; CHECK: %private = alloca [2 x i64]
; CHECK: b512:
; CHECK: store i64 %{{.*}}, ptr %p
; CHECK: ret void
define internal void @k.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 {
  %private = alloca [2 x i64]
  %i = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %at = and i64 %i, 1
  %q = getelementptr i64, ptr %private, i64 %at
  store i64 %i, ptr %q
  ; more
  %v = load i64, ptr %private
  store i64 %v, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
