; No cost is given where a work-item may take any time: it waits for memory to change, iterates as
; its arguments say, runs into control flow that is no loop, or calls what nothing is known of.
; RUN: falx-opt -S -passes=cost-bound %s | FileCheck-22 %s

; CHECK-NOT: falx.cost

declare void @elsewhere.falx_import(ptr) "falx-import"="elsewhere"
declare float @pure.falx_import(float, ptr) "falx-import"="pure"
declare i32 @getchar()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define hidden void @waits(ptr %args, ptr %state) !falx.dispatch !0 {
  br label %loop
loop:
  %flag = load atomic i32, ptr %args seq_cst, align 4
  %is_zero = icmp eq i32 %flag, 0
  br i1 %is_zero, label %loop, label %end
end:
  ret void
}

define hidden void @as_told(ptr %args, ptr %state) !falx.dispatch !0 {
  %n = load i32, ptr %args
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %is_last = icmp eq i32 %next, %n
  br i1 %is_last, label %end, label %loop
end:
  ret void
}

define hidden void @first_is_unknown(ptr %args, ptr %state) !falx.dispatch !0 {
  %n = load i32, ptr %args
  br label %loop
loop:
  %i = phi i32 [ %n, %0 ], [ %next, %loop ]
  %next = sub i32 %i, 1
  %is_last = icmp eq i32 %next, 0
  br i1 %is_last, label %end, label %loop
end:
  ret void
}

; The exit is one that an iteration may go around.
define hidden void @around(ptr %args, ptr %state) !falx.dispatch !0 {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %next = add i32 %i, 1
  %flag = load i1, ptr %args
  br i1 %flag, label %test, label %latch
test:
  %is_last = icmp eq i32 %next, 4
  br i1 %is_last, label %end, label %latch
latch:
  br label %loop
end:
  ret void
}

; Never 7: the value wraps for ever.
define hidden void @never(ptr %args, ptr %state) !falx.dispatch !0 {
  br label %loop
loop:
  %i = phi i8 [ 0, %0 ], [ %next, %loop ]
  %next = add i8 %i, 2
  %is_last = icmp eq i8 %next, 7
  br i1 %is_last, label %end, label %loop
end:
  ret void
}

define hidden void @irreducible(ptr %args, ptr %state) !falx.dispatch !0 {
  %flag = load i1, ptr %args
  br i1 %flag, label %a, label %b
a:
  %x = load i1, ptr %args
  br i1 %x, label %b, label %end
b:
  br label %a
end:
  ret void
}

define hidden void @imports(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @elsewhere.falx_import(ptr %state)
  ret void
}

define hidden void @imports_mathematics(ptr %args, ptr %state) !falx.dispatch !0 {
  %x = call float @pure.falx_import(float 1.0, ptr %state)
  ret void
}

define hidden void @library(ptr %args, ptr %state) !falx.dispatch !0 {
  %x = call i32 @getchar()
  ret void
}

define hidden void @pointer(ptr %args, ptr %state) !falx.dispatch !0 {
  %f = load ptr, ptr %args
  call void %f(ptr %state)
  ret void
}

define hidden void @assembly(ptr %args, ptr %state) !falx.dispatch !0 {
  call void asm sideeffect "hlt", ""()
  ret void
}

define hidden void @fills(ptr %args, ptr %state) !falx.dispatch !0 {
  %n = load i64, ptr %state
  call void @llvm.memset.p0.i64(ptr %args, i8 0, i64 %n, i1 false)
  ret void
}

define hidden void @recurses(ptr %args, ptr %state) !falx.dispatch !0 {
  call void @first(ptr %args)
  ret void
}
define internal void @first(ptr %p) {
  call void @second(ptr %p)
  ret void
}
define internal void @second(ptr %p) {
  call void @first(ptr %p)
  ret void
}

; Not a subhandler: nothing asks for its cost.
define internal void @kernel.NativeCPUKernel(ptr %state) !falx.dispatch !0 {
  ret void
}

!0 = !{i32 1, i32 1}
