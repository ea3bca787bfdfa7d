; Numbers of 32 bits are divided in double, which is exact; the rest is what the product leaves.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: %[[A:.*]] = sitofp <4 x i32> %[[X:.*]] to <4 x double>
; CHECK: %[[B:.*]] = sitofp <4 x i32> %[[Y:.*]] to <4 x double>
; CHECK: %[[Q:.*]] = fdiv <4 x double> %[[A]], %[[B]]
; CHECK: %[[I:.*]] = fptosi <4 x double> %[[Q]] to <4 x i32>
; CHECK: %[[M:.*]] = mul <4 x i32> %[[Y]], %[[I]]
; CHECK: sub <4 x i32> %[[X]], %[[M]]
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p

  %y = load i32, ptr %q
  %z = srem i32 %x, %y
  store i32 %z, ptr %p
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
