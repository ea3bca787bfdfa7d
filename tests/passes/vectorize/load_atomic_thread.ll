; Relaxed atomics of one thread: neighbours' are a vector, one that all share is done once.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK-NOT: lane:
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK: load atomic i32, ptr %c syncscope("singlethread") monotonic, align 4
; CHECK-NOT: lane:
; CHECK: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK-NOT: lane:
; CHECK: store atomic i32 7, ptr %c syncscope("singlethread") monotonic, align 4
define internal void @k.NativeCPUKernel(ptr %a, ptr %c, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %x = load atomic i32, ptr %p syncscope("singlethread") monotonic, align 4
  %y = load atomic i32, ptr %c syncscope("singlethread") monotonic, align 4
  %z = add i32 %x, %y
  store atomic i32 %z, ptr %p syncscope("singlethread") monotonic, align 4
  store atomic i32 7, ptr %c syncscope("singlethread") monotonic, align 4
  ret void
}

; Those with an order stay, and those at places that may be the same.
; CHECK-LABEL: define internal void @ordered.NativeCPUKernel.v4(
; CHECK: load atomic i32, ptr %{{.*}} syncscope("singlethread") acquire, align 4
; CHECK: store atomic i32 %{{.*}}, ptr %{{.*}} syncscope("singlethread") monotonic, align 4
define internal void @ordered.NativeCPUKernel(ptr %a, ptr %b, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %x = load atomic i32, ptr %p syncscope("singlethread") acquire, align 4
  %at = getelementptr i32, ptr %b, i32 %x
  store atomic i32 %x, ptr %at syncscope("singlethread") monotonic, align 4
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
!0 = !{i32 1, i32 1}
