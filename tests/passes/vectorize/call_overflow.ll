; Arithmetic with overflow answers a structure of vectors.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[R:.*]] = call { <4 x i32>, <4 x i1> } @llvm.sadd.with.overflow.v4i32(
; CHECK-DAG: %[[Y:.*]] = extractvalue { <4 x i32>, <4 x i1> } %[[R]], 0
; CHECK-DAG: %[[O:.*]] = extractvalue { <4 x i32>, <4 x i1> } %[[R]], 1
; CHECK: select <4 x i1> %[[O]], <4 x i32> splat (i32 -1), <4 x i32> %[[Y]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %r = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %x, i32 %n)
  %y = extractvalue {i32, i1} %r, 0
  %o = extractvalue {i32, i1} %r, 1
  %z = select i1 %o, i32 -1, i32 %y
  store i32 %z, ptr %q
  ret void
}
declare {i32, i1} @llvm.sadd.with.overflow.i32(i32, i32)
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
