; Loops of known length that choose elements of private arrays by their counts are to be unrolled whole.
; RUN: falx-opt -S -O2 --target=nvptx64-nvidia-cuda -passes=unroll-private %s | FileCheck-22 %s
; RUN: falx-opt -S -O2 --target=nvptx64-nvidia-cuda -passes=unroll-private,optimize %s | FileCheck-22 %s --check-prefix=ALL

target triple = "nvptx64-nvidia-cuda"

; The test stands before the body, and the index is part of the count.
; CHECK-LABEL: @tested_first(
; CHECK: br label %loop, !llvm.loop ![[#FIRST:]]
; ALL-LABEL: @tested_first(
; ALL-NOT: alloca
; ALL: ret void
define ptx_kernel void @tested_first(ptr addrspace(1) %out) {
  %array = alloca [4 x i32]
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 16, i1 false)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %more = icmp ult i32 %i, 40
  br i1 %more, label %body, label %end
body:
  %place = and i32 %i, 3
  %wide = zext i32 %place to i64
  %element = getelementptr i32, ptr %array, i64 %wide
  %old = load i32, ptr %element
  %loaded = load volatile i32, ptr addrspace(1) %out
  %new = add i32 %old, %loaded
  store i32 %new, ptr %element
  %next = add i32 %i, 1
  br label %loop
end:
  %sum = load i32, ptr %array
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

; Both loops of a nest; the tests stand behind the bodies, and the outer one counts down.
; CHECK-LABEL: @nest(
; CHECK: br i1 %again, label %inner, label %outer_end, !llvm.loop ![[#INNER:]]
; CHECK: br i1 %once_more, label %outer, label %end, !llvm.loop ![[#OUTER:]]
define ptx_kernel void @nest(ptr addrspace(1) %out) {
  %array = alloca [4 x [4 x float]]
  br label %outer
outer:
  %i = phi i64 [ 3, %0 ], [ %before, %outer_end ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %behind, %inner ]
  %element = getelementptr [4 x [4 x float]], ptr %array, i64 0, i64 %i, i64 %j
  store float 1.0, ptr %element
  %behind = add i64 %j, 1
  %again = icmp ne i64 %behind, 4
  br i1 %again, label %inner, label %outer_end
outer_end:
  %before = add i64 %i, -1
  %once_more = icmp sge i64 %before, 0
  br i1 %once_more, label %outer, label %end
end:
  %last = load float, ptr %array
  store float %last, ptr addrspace(1) %out
  ret void
}

; Not where an element is chosen by what is in memory, too.
; CHECK-LABEL: @by_data(
; CHECK: br i1 %again, label %loop, label %end{{$}}
define ptx_kernel void @by_data(ptr addrspace(1) %out) {
  %array = alloca [8 x i32]
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %element = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %element
  %data = load i64, ptr addrspace(1) %out
  %other = getelementptr i32, ptr %array, i64 %data
  store i32 2, ptr %other
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Nor where its address goes to a function.
; CHECK-LABEL: @given(
; CHECK: br i1 %again, label %loop, label %end{{$}}
define ptx_kernel void @given() {
  %array = alloca [8 x i32]
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %element = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %element
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %loop, label %end
end:
  call void @use(ptr %array)
  ret void
}

; Nor for an unknown number of iterations, nor for very many, nor without an array.
; CHECK-LABEL: @others(
; CHECK: br i1 %again, label %unknown, label %many_begin{{$}}
; CHECK: br i1 %m_again, label %many, label %none{{$}}
; CHECK: br i1 %n_again, label %none, label %end{{$}}
define ptx_kernel void @others(ptr addrspace(1) %out, i64 %n) {
  %array = alloca [8 x i32]
  %other = alloca [8 x i32]
  br label %unknown
unknown:
  %i = phi i64 [ 0, %0 ], [ %next, %unknown ]
  %element = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %element
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %unknown, label %many_begin
many_begin:
  br label %many
many:
  %m = phi i64 [ 0, %many_begin ], [ %m_next, %many ]
  %m_place = and i64 %m, 7
  %m_element = getelementptr i32, ptr %other, i64 %m_place
  store i32 1, ptr %m_element
  %m_next = add i64 %m, 1
  %m_again = icmp ult i64 %m_next, 10000
  br i1 %m_again, label %many, label %none
none:
  %k = phi i64 [ 0, %many ], [ %k_next, %none ]
  %far = getelementptr i32, ptr addrspace(1) %out, i64 %k
  store i32 1, ptr addrspace(1) %far
  %k_next = add i64 %k, 1
  %n_again = icmp ult i64 %k_next, 8
  br i1 %n_again, label %none, label %end
end:
  ret void
}

; What the program says itself stays.
; CHECK-LABEL: @told(
; CHECK: br i1 %again, label %loop, label %end, !llvm.loop ![[#TOLD:]]
define ptx_kernel void @told() {
  %array = alloca [8 x i32]
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %element = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %element
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %loop, label %end, !llvm.loop !0
end:
  ret void
}

; CHECK-DAG: ![[#FIRST]] = distinct !{![[#FIRST]], ![[#FULL:]]}
; CHECK-DAG: ![[#INNER]] = distinct !{![[#INNER]], ![[#FULL]]}
; CHECK-DAG: ![[#OUTER]] = distinct !{![[#OUTER]], ![[#FULL]]}
; CHECK-DAG: ![[#FULL]] = !{!"llvm.loop.unroll.full"}
; CHECK-DAG: ![[#TOLD]] = distinct !{![[#TOLD]], ![[#DISABLE:]]}
; CHECK-DAG: ![[#DISABLE]] = !{!"llvm.loop.unroll.disable"}

declare void @use(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
