; The cost of a work-item is known where the number of iterations is: blocks of nested loops count
; as often as both run, and an exit in the middle counts if each iteration passes it.
; RUN: falx-opt -S -passes=cost-bound %s | FileCheck-22 %s

; CHECK: define hidden void @straight({{.*}} !falx.cost ![[straight:[0-9]+]]
; CHECK: define hidden void @counted({{.*}} !falx.cost ![[counted:[0-9]+]]
; CHECK: define hidden void @nested({{.*}} !falx.cost ![[nested:[0-9]+]]
; CHECK: define hidden void @two_exits({{.*}} !falx.cost ![[two_exits:[0-9]+]]
; CHECK: define hidden void @halved({{.*}} !falx.cost ![[halved:[0-9]+]]
; CHECK: define hidden void @calls({{.*}} !falx.cost ![[calls:[0-9]+]]
; CHECK: define internal void @helper
; CHECK-NOT: falx.cost
; CHECK: ![[straight]] = !{i32 2}

define hidden void @straight(ptr %args, ptr %state) !falx.dispatch !0 {
  store i32 1, ptr %args
  ret void
}

; 1 + 10 * 4 + 1
; CHECK: ![[counted]] = !{i32 42}
define hidden void @counted(ptr %args, ptr %state) !falx.dispatch !0 {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add nuw nsw i32 %i, 1
  %is_last = icmp eq i32 %next, 10
  br i1 %is_last, label %end, label %loop
end:
  ret void
}

; 1 + 3 * 2 + 3 * 4 * 4 + 3 * 3 + 1; the inner loop's test is of the value before the step
; CHECK: ![[nested]] = !{i32 65}
define hidden void @nested(ptr %args, ptr %state) !falx.dispatch !0 {
  br label %outer
outer:
  %i = phi i64 [ 9, %0 ], [ %i.next, %latch ]
  br label %inner
inner:
  %k = phi i8 [ 0, %outer ], [ %k.next, %inner ]
  %k.next = add i8 %k, 2
  %goes_on = icmp slt i8 %k, 6
  br i1 %goes_on, label %inner, label %latch
latch:
  %i.next = sub i64 %i, 3
  %is_left = icmp ugt i64 %i.next, 0
  br i1 %is_left, label %outer, label %end
end:
  ret void
}

; The exit that depends on memory is not needed: the other is passed by each iteration.
; 1 + 5 * (4 + 3) + 1
; CHECK: ![[two_exits]] = !{i32 37}
define hidden void @two_exits(ptr %args, ptr %state) !falx.dispatch !0 {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %word = load atomic i8, ptr %args seq_cst, align 1
  %flag = icmp eq i8 %word, 0
  br i1 %flag, label %end, label %latch
latch:
  %next = add i32 %i, 1
  %goes_on = icmp ult i32 %next, 5
  br i1 %goes_on, label %loop, label %end
end:
  ret void
}

; 64, 32, ... 1, 0: eight times; 1 + 8 * 4 + 1
; CHECK: ![[halved]] = !{i32 34}
define hidden void @halved(ptr %args, ptr %state) !falx.dispatch !0 {
  br label %loop
loop:
  %i = phi i32 [ 64, %0 ], [ %half, %loop ]
  %half = lshr i32 %i, 1
  %is_left = icmp ne i32 %i, 0
  br i1 %is_left, label %loop, label %end
end:
  ret void
}

; helper twice (2 each), mathematics and the library's (128 each), an id, a copy (128 + 16), ret
; CHECK: ![[calls]] = !{i32 406}
define hidden void @calls(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @helper(ptr %args)
  call void @helper(ptr %state)
  %x = call float @llvm.sin.f32(float 1.0)
  %y = call float @lgammaf(float %x)
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  call void @llvm.memcpy.p0.p0.i64(ptr %args, ptr %state, i64 16, i1 false)
  ret void
}

define internal void @helper(ptr %p) {
  store i32 1, ptr %p
  ret void
}

declare float @llvm.sin.f32(float)
declare float @lgammaf(float)
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{i32 1, i32 1}
