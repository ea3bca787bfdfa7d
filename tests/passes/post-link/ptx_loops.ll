; A loop of an unknown number of iterations is unrolled by 4, and ends with the program's own comparison: so ptxas
; unrolls it again.
; RUN: rm -rf %t && mkdir %t && falx-post-link --target=nvptx64-nvidia-cuda --emit=table -o %t/a.table %s
; RUN: FileCheck-22 %s --input-file=%t/a_0.ptx

; CHECK: .pragma "nounroll"
; CHECK: ld.global
; CHECK: setp.ne.b32
; CHECK: $L__BB0_{{[0-9]+}}:
; CHECK: $L__BB0_{{[0-9]+}}:
; CHECK-COUNT-4: add.rn.f32
; CHECK-NOT: add.rn.f32
; CHECK: setp.lt.s32

target triple = "nvptx64-nvidia-cuda"
%functor = type { ptr, ptr, i32, i32 }
define ptx_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) {
  %in = load ptr, ptr %f
  %out_place = getelementptr %functor, ptr %f, i64 0, i32 1
  %out = load ptr, ptr %out_place
  %begin_place = getelementptr %functor, ptr %f, i64 0, i32 2
  %begin = load i32, ptr %begin_place
  %end_place = getelementptr %functor, ptr %f, i64 0, i32 3
  %end = load i32, ptr %end_place
  br label %loop
loop:
  %k = phi i32 [ %begin, %0 ], [ %next, %body ]
  %sum = phi float [ 0.0, %0 ], [ %added, %body ]
  %more = icmp slt i32 %k, %end
  br i1 %more, label %body, label %done
body:
  %wide = sext i32 %k to i64
  %place = getelementptr inbounds float, ptr %in, i64 %wide
  %x = load float, ptr %place
  %added = fadd float %sum, %x
  %next = add nsw i32 %k, 1
  br label %loop
done:
  store float %sum, ptr %out
  ret void
}
