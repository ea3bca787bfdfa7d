; A loop over a tile gets a version for rows of 16 elements, within the loop that waits at barriers.
; RUN: falx-opt -S -O2 -passes=spirv-rows --target=spir64 %s | FileCheck-22 %s
; RUN: falx-opt -S -O1 -passes=spirv-rows --target=spir64 %s | FileCheck-22 --check-prefix=NONE %s
target triple = "spirv64-unknown-unknown"

%range = type { [2 x i64] }

; The first argument has been removed: the range is the second parameter.
; CHECK-LABEL: define spir_kernel void @sums(
; CHECK: %length = load i64
; CHECK: tile:
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(
; CHECK: [[TEST:%.*]] = icmp eq i64 %length, 16
; CHECK: br i1 [[TEST]], label %[[KNOWN:.*]], label %[[ANY:.*]]
; CHECK: [[ANY]]:
; CHECK: mul i64 {{.*}}%length
; CHECK: done:
; CHECK-NEXT: [[SUM:%.*]] = phi float [ %{{.*}}, %[[ANY]] ], [ %{{.*}}, %[[KNOWN]] ]
; CHECK: store float [[SUM]]
; CHECK: [[KNOWN]]:
; CHECK-NOT: %length
; CHECK: shl {{.*}}i64 %{{.*}}, 6
; CHECK: }

; NONE-LABEL: define spir_kernel void @sums(
; NONE-NOT: icmp eq i64 %length
; NONE: }
define spir_kernel void @sums(ptr addrspace(3) %_arg_1, ptr byval(%range) align 8 %_arg_2, ptr addrspace(1) %_arg_3) !falx.params !0 !falx.functor !6 !falx.omit !5 {
  %extent = getelementptr i8, ptr %_arg_2, i64 8
  %length = load i64, ptr %extent
  br label %tile

tile:
  %t = phi i64 [ 0, %0 ], [ %next_t, %done ]
  %sum = phi float [ 0.0, %0 ], [ %more, %done ]
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 912)
  br label %loop

loop:
  %i = phi i64 [ 0, %tile ], [ %next, %loop ]
  %part = phi float [ %sum, %tile ], [ %more, %loop ]
  %at = mul i64 %length, %i
  %address = getelementptr float, ptr addrspace(3) %_arg_1, i64 %at
  %element = load float, ptr addrspace(3) %address
  %more = fadd float %part, %element
  %next = add i64 %i, 1
  %is_inside = icmp ult i64 %next, 16
  br i1 %is_inside, label %loop, label %done

done:
  store float %more, ptr addrspace(1) %_arg_3
  %next_t = add i64 %t, 1
  %is_last = icmp eq i64 %next_t, 100
  br i1 %is_last, label %end, label %tile

end:
  ret void
}

; A loop that waits, one that reads no row's length, and one whose end is not known.
; CHECK-LABEL: define spir_kernel void @others(
; CHECK-NOT: icmp eq i64 %length
; CHECK: }
define spir_kernel void @others(ptr addrspace(3) %_arg_1, ptr byval(%range) align 8 %_arg_2, ptr addrspace(1) %_arg_3) !falx.params !0 !falx.functor !6 !falx.omit !5 {
  %extent = getelementptr i8, ptr %_arg_2, i64 8
  %length = load i64, ptr %extent
  br label %waits

waits:
  %i = phi i64 [ 0, %0 ], [ %next, %waits ]
  %at = mul i64 %length, %i
  %address = getelementptr float, ptr addrspace(3) %_arg_1, i64 %at
  store float 0.0, ptr addrspace(3) %address
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 912)
  %next = add i64 %i, 1
  %is_inside = icmp ult i64 %next, 16
  br i1 %is_inside, label %waits, label %column

column:
  %k = phi i64 [ 0, %waits ], [ %next_k, %column ]
  %address_k = getelementptr float, ptr addrspace(3) %_arg_1, i64 %k
  store float 1.0, ptr addrspace(3) %address_k
  %next_k = add i64 %k, 1
  %is_inside_k = icmp ult i64 %next_k, 16
  br i1 %is_inside_k, label %column, label %unknown

unknown:
  %m = phi i64 [ 0, %column ], [ %next_m, %unknown ]
  %at_m = mul i64 %length, %m
  %address_m = getelementptr float, ptr addrspace(3) %_arg_1, i64 %at_m
  store float 2.0, ptr addrspace(3) %address_m
  %next_m = add i64 %m, 1
  %is_inside_m = icmp ult i64 %next_m, %length
  br i1 %is_inside_m, label %unknown, label %end

end:
  ret void
}

declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)

!0 = !{!1, !2, !3}
!1 = !{i32 1, i32 0, i32 8, i32 0}
!2 = !{i32 7, i32 2, i32 24, i32 8}
!3 = !{i32 3, i32 0, i32 8, i32 32}
!5 = !{i1 true, i1 false, i1 false, i1 false}
!6 = !{i32 40, i32 8}
