; An id cut to eight bits wraps from one lane to the next: extended it is varying, if not all lanes have the same rest.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: xor i64
; CHECK-NEXT: icmp ult i64 %{{.*}}, 256
; CHECK: rows.several:
; CHECK: and <4 x i32> %{{.*}}, splat (i32 255)
; CHECK: call <4 x i32> @llvm.masked.gather
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %i = trunc i64 %id to i8
  %k = zext i8 %i to i64
  %p = getelementptr i32, ptr %a, i64 %k
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
