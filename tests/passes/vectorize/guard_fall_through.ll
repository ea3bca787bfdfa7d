; A block that is entered past another one, which was skipped as no lane took it, may have no lanes either: what
; it stores is guarded, although lanes that come through the other one meet there.
; RUN: falx-opt -S --lanes=4 -passes=vectorize %s -o - | FileCheck-22 %s

; CHECK-LABEL: define internal void @fall.NativeCPUKernel.v4(
; CHECK: phi <4 x i1>
; CHECK-NOT: store i32 10
; CHECK: %[[any:.*]] = icmp {{eq|ne}} i4 %{{.*}}, 0
; CHECK: br i1
; CHECK: store i32 10
; CHECK: ret void
define internal void @fall.NativeCPUKernel(ptr %in, ptr %out, ptr %flag, ptr noundef nonnull %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %at = getelementptr i32, ptr %in, i64 %id
  %x = load i32, ptr %at
  switch i32 %x, label %end [
    i32 1, label %first
    i32 2, label %second
  ]
first:
  %there = getelementptr i32, ptr %out, i64 %id
  %y = load i32, ptr %there
  %is_small = icmp ult i32 %y, 512
  br i1 %is_small, label %small, label %second
small:
  %z = sext i32 %y to i64
  %to = getelementptr i32, ptr %out, i64 %z
  store i32 3, ptr %to
  br label %second
second:
  store i32 10, ptr %flag
  br label %end
end:
  ret void
}

declare i64 @__falx_ncpu_global_id(ptr, i32)

!0 = !{i32 0, i32 1}
