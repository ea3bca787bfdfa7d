; A constant array of more elements than an instruction of SPIR-V has operands is a struct of shorter ones,
; alone and in a struct, with the bytes where they were. One that just fits stays, and a zero of any length.
; RUN: awk '{ while (match($0, /ONES[0-9]+/)) { n = substr($0, RSTART + 4, RLENGTH - 4) + 0; for (s = "1"; length(s) < n;) s = s s; s = substr(s, 1, n); sub(/ONES[0-9]+/, s) } print }' %s >%t.ll
; RUN: falx-opt -passes=spirv-limits --target=spir64 -S %t.ll | FileCheck-22 %s
; RUN: falx-opt -passes=spirv-limits --target=spir64 %t.ll -o %t.bc && llc-22 %t.bc -o - | FileCheck-22 %s --check-prefix=SPIRV

; CHECK-DAG: @exact = internal addrspace(1) constant [65532 x i8]
; CHECK-DAG: @one = internal addrspace(1) constant { [65532 x i8], [2 x i8] } { [65532 x i8] {{.*}}, [2 x i8] c"1x" }, align 64
; CHECK-DAG: @inside = internal addrspace(1) constant <{ i8, { [65532 x i8], [65532 x i8], [1 x i8] } }> <{ i8 7, {{.*}}, [1 x i8] c"y" } }>
; CHECK-DAG: @zeros = internal addrspace(1) constant [100000 x i64] zeroinitializer
; CHECK: getelementptr inbounds [65534 x i8], ptr addrspace(1) @one, i64 0, i64 %i
; SPIRV: OpEntryPoint

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@exact = internal addrspace(1) constant [65532 x i8] c"ONES65532"
@one = internal addrspace(1) constant [65534 x i8] c"ONES65533x", align 64
@inside = internal addrspace(1) constant <{ i8, [131065 x i8] }> <{ i8 7, [131065 x i8] c"ONES131064y" }>
@zeros = internal addrspace(1) constant [100000 x i64] zeroinitializer

define spir_kernel void @k(ptr addrspace(1) %p, i64 %i) {
  %a = getelementptr inbounds [65534 x i8], ptr addrspace(1) @one, i64 0, i64 %i
  %b = load i8, ptr addrspace(1) %a
  %c = getelementptr inbounds i8, ptr addrspace(1) @inside, i64 %i
  %d = load i8, ptr addrspace(1) %c
  %e = getelementptr inbounds i8, ptr addrspace(1) @exact, i64 %i
  %f = load i8, ptr addrspace(1) %e
  %g = add i8 %b, %d
  %h = add i8 %g, %f
  store i8 %h, ptr addrspace(1) %p
  ret void
}
