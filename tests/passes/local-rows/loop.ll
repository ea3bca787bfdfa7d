; A kernel with a loop of 16 gets a version for rows of 16 elements, in which the length is a constant.
; RUN: falx-opt -S -O2 -passes=local-rows %s | FileCheck-22 %s
; RUN: falx-opt -S -O1 -passes=local-rows %s | FileCheck-22 --check-prefix=NONE %s

%range = type { [2 x i64] }
%point = type { [2 x i64] }

; CHECK-LABEL: define spir_kernel void @sums(
; CHECK-NEXT: %functor = alloca %range
; CHECK-NEXT: %[[known:.*]] = alloca [2 x i64]
; CHECK: %[[address:.*]] = getelementptr inbounds i64, ptr %_arg_1, i64 1
; CHECK: %[[length:.*]] = load i64, ptr %[[address]]
; CHECK: %[[test:.*]] = icmp eq i64 %[[length]], 16
; CHECK: br i1 %[[test]], label %[[special:.*]], label %begin
; The whole body still reads the argument.
; CHECK: begin:
; CHECK-NEXT: memcpy{{.*}}(ptr %functor, ptr %_arg_1,
; CHECK: [[special]]:
; CHECK-NEXT: %[[first:.*]] = load i64, ptr %_arg_1
; CHECK-NEXT: store i64 %[[first]], ptr %[[known]]
; CHECK: store i64 16, ptr
; CHECK-NEXT: memcpy{{.*}}(ptr %functor, ptr %[[known]],
; CHECK: ret void
; CHECK: }

; NONE-LABEL: define spir_kernel void @sums(
; NONE-NOT: icmp eq i64
; NONE: ret void
define spir_kernel void @sums(ptr %_arg_0, ptr byval(%range) align 8 %_arg_1, ptr %_arg_2) !falx.params !0 !falx.functor !8 {
begin:
  %functor = alloca %range
  call void @llvm.memcpy.p0.p0.i64(ptr %functor, ptr %_arg_1, i64 16, i1 false)
  br label %loop

loop:
  %i = phi i64 [ 0, %begin ], [ %next, %body ]
  %sum = phi float [ 0.0, %begin ], [ %more, %body ]
  %is_inside = icmp ult i64 %i, 16
  br i1 %is_inside, label %body, label %end

body:
  %extent = getelementptr i64, ptr %functor, i64 1
  %length = load i64, ptr %extent
  %at = mul i64 %length, %i
  %address = getelementptr float, ptr %_arg_0, i64 %at
  %element = load float, ptr %address
  %more = fadd float %sum, %element
  %next = add i64 %i, 1
  br label %loop

end:
  store float %sum, ptr %_arg_2
  ret void
}

; Short loops, and those whose end is not known, suggest nothing.
; CHECK-LABEL: define spir_kernel void @short(
; CHECK-NOT: icmp eq
; CHECK: }
define spir_kernel void @short(ptr %_arg_0, ptr byval(%range) align 8 %_arg_1, ptr %_arg_2) !falx.params !0 !falx.functor !8 {
begin:
  %extent = getelementptr i64, ptr %_arg_1, i64 1
  %length = load i64, ptr %extent
  br label %loop

loop:
  %i = phi i64 [ 0, %begin ], [ %next, %loop ]
  %at = mul i64 %length, %i
  %address = getelementptr float, ptr %_arg_0, i64 %at
  store float 0.0, ptr %address
  %next = add i64 %i, 1
  %is_inside = icmp ult i64 %next, 4
  br i1 %is_inside, label %loop, label %again

again:
  %k = phi i64 [ 0, %loop ], [ %next_k, %again ]
  %at_k = mul i64 %length, %k
  %address_k = getelementptr float, ptr %_arg_2, i64 %at_k
  store float 0.0, ptr %address_k
  %next_k = add i64 %k, 1
  %is_inside_k = icmp ult i64 %next_k, %length
  br i1 %is_inside_k, label %again, label %end

end:
  ret void
}

; A range that is not a local accessor's, and a local accessor of one dimension.
; CHECK-LABEL: define spir_kernel void @others(
; CHECK-NOT: icmp eq
; CHECK: }
define spir_kernel void @others(ptr %_arg_0, ptr byval(%range) align 8 %_arg_1, ptr byval(%point) align 8 %_arg_2, ptr byval(%point) align 8 %_arg_3) !falx.params !3 !falx.functor !8 {
begin:
  %extent = getelementptr i64, ptr %_arg_1, i64 1
  %length = load i64, ptr %extent
  %extent_2 = getelementptr i64, ptr %_arg_2, i64 1
  %length_2 = load i64, ptr %extent_2
  br label %loop

loop:
  %i = phi i64 [ 0, %begin ], [ %next, %loop ]
  %at = mul i64 %length, %i
  %at_2 = add i64 %length_2, %at
  %address = getelementptr float, ptr %_arg_0, i64 %at_2
  store float 0.0, ptr %address
  %next = add i64 %i, 1
  %is_inside = icmp ult i64 %next, 32
  br i1 %is_inside, label %loop, label %end

end:
  ret void
}

; Rows of three dimensions: both lengths; the longest loop counts.
; CHECK-LABEL: define spir_kernel void @cubes(
; CHECK: icmp eq i64 %{{.*}}, 32
; CHECK: icmp eq i64 %{{.*}}, 32
; CHECK: and i1
; CHECK: br i1
; CHECK: }
define spir_kernel void @cubes(ptr %_arg_0, ptr byval([3 x i64]) align 8 %_arg_1, ptr %_arg_2) !falx.params !5 !falx.functor !8 {
begin:
  %extent = getelementptr i64, ptr %_arg_1, i64 2
  %length = load i64, ptr %extent
  br label %loop

loop:
  %i = phi i64 [ 0, %begin ], [ %next, %end_of_row ]
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %next_k, %inner ]
  %at = mul i64 %length, %i
  %at_2 = add i64 %at, %k
  %address = getelementptr float, ptr %_arg_0, i64 %at_2
  store float 0.0, ptr %address
  %next_k = add i64 %k, 1
  %is_inside_k = icmp ult i64 %next_k, 32
  br i1 %is_inside_k, label %inner, label %end_of_row

end_of_row:
  %next = add i64 %i, 1
  %is_inside = icmp ult i64 %next, 8
  br i1 %is_inside, label %loop, label %end

end:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{!1, !2}
!1 = !{i32 7, i32 2, i32 24, i32 0}
!2 = !{i32 3, i32 0, i32 8, i32 24}
!3 = !{!4, !6, !6}
!4 = !{i32 7, i32 1, i32 16, i32 0}
!5 = !{!7, !2}
!6 = !{i32 1, i32 0, i32 16, i32 16}
!7 = !{i32 7, i32 3, i32 32, i32 0}
!8 = !{i32 64, i32 8}
