; Phis and selects of structures and arrays become those of their elements.
; RUN: falx-opt -S -passes=spirv-aggregates --target=spir64 %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

; What the optimizer makes of exchanges of several orders.
; CHECK-LABEL: @Exchanges(
; CHECK: [[X:%.*]] = cmpxchg
; CHECK: [[XV:%.*]] = extractvalue { i64, i1 } [[X]], 0
; CHECK: [[XF:%.*]] = extractvalue { i64, i1 } [[X]], 1
; CHECK: [[Y:%.*]] = cmpxchg
; CHECK: [[YV:%.*]] = extractvalue { i64, i1 } [[Y]], 0
; CHECK: [[YF:%.*]] = extractvalue { i64, i1 } [[Y]], 1
; CHECK: [[V:%.*]] = phi i64 [ [[XV]], %first ], [ [[YV]], %second ], [ 0, %entry ]
; CHECK: [[F:%.*]] = phi i1 [ [[XF]], %first ], [ [[YF]], %second ], [ false, %entry ]
; CHECK-NOT: extractvalue
; CHECK: select i1 [[F]], i64 0, i64 [[V]]
define spir_func i64 @Exchanges(ptr addrspace(1) %p, i64 %a, i64 %b, i32 %order) {
entry:
  switch i32 %order, label %join [
    i32 0, label %first
    i32 1, label %second
  ]
first:
  %x = cmpxchg ptr addrspace(1) %p, i64 %a, i64 %b monotonic monotonic
  br label %join
second:
  %y = cmpxchg ptr addrspace(1) %p, i64 %a, i64 %b seq_cst seq_cst
  br label %join
join:
  %both = phi { i64, i1 } [ %x, %first ], [ %y, %second ], [ zeroinitializer, %entry ]
  %value = extractvalue { i64, i1 } %both, 0
  %is_stored = extractvalue { i64, i1 } %both, 1
  %r = select i1 %is_stored, i64 0, i64 %value
  ret i64 %r
}

; A block with two edges has one value; elements that are structures are split too, and what else
; uses the structure gets it put together.
; CHECK-LABEL: @Nested(
; CHECK: [[I:%.*]] = extractvalue { { i32, float }, i32 } %s, 0
; CHECK: [[L:%.*]] = extractvalue { { i32, float }, i32 } %s, 1
; CHECK: [[I0:%.*]] = extractvalue { i32, float } [[I]], 0
; CHECK: [[I1:%.*]] = extractvalue { i32, float } [[I]], 1
; CHECK: [[A:%.*]] = phi i32 [ [[I0]], %entry ], [ [[I0]], %entry ], [ [[T0:%.*]], %other ]
; CHECK: [[B:%.*]] = phi float [ [[I1]], %entry ], [ [[I1]], %entry ], [ {{.*}}, %other ]
; CHECK: [[C:%.*]] = phi i32 [ [[L]], %entry ], [ [[L]], %entry ], [ [[T1:%.*]], %other ]
; CHECK-NOT: phi
; CHECK: store { { i32, float }, i32 }
; CHECK: add i32 [[A]], [[C]]
define spir_func i32 @Nested({ { i32, float }, i32 } %s, i32 %n, ptr %to) {
entry:
  switch i32 %n, label %other [
    i32 0, label %join
    i32 1, label %join
  ]
other:
  %t = insertvalue { { i32, float }, i32 } { { i32, float } zeroinitializer, i32 7 }, i32 %n, 0, 0
  br label %join
join:
  %c = phi { { i32, float }, i32 } [ %s, %entry ], [ %s, %entry ], [ %t, %other ]
  store { { i32, float }, i32 } %c, ptr %to
  %a = extractvalue { { i32, float }, i32 } %c, 0, 0
  %b = extractvalue { { i32, float }, i32 } %c, 1
  %r = add i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: @Selects(
; CHECK: [[A:%.*]] = extractvalue [2 x float] %a, 1
; CHECK: [[B:%.*]] = extractvalue [2 x float] %b, 1
; CHECK: [[R:%.*]] = select i1 %is_a, float [[A]], float [[B]]
; CHECK: ret float [[R]]
define spir_func float @Selects([2 x float] %a, [2 x float] %b, i1 %is_a) {
  %c = select i1 %is_a, [2 x float] %a, [2 x float] %b
  %r = extractvalue [2 x float] %c, 1
  ret float %r
}

; A loop that hands its own structure on.
; CHECK-LABEL: @Loop(
; CHECK: loop:
; CHECK-NEXT: [[V:%.*]] = phi i32 [ 1, %entry ], [ %next, %loop ]
; CHECK-NEXT: [[K:%.*]] = phi i32 [ %n, %entry ], [ [[K]], %loop ]
; CHECK-NOT: insertvalue
; CHECK: icmp ult i32 %next, [[K]]
define spir_func i32 @Loop(i32 %n) {
entry:
  %first = insertvalue { i32, i32 } { i32 1, i32 poison }, i32 %n, 1
  br label %loop
loop:
  %state = phi { i32, i32 } [ %first, %entry ], [ %after, %loop ]
  %v = extractvalue { i32, i32 } %state, 0
  %next = add i32 %v, %v
  %after = insertvalue { i32, i32 } %state, i32 %next, 0
  %limit = extractvalue { i32, i32 } %state, 1
  %go = icmp ult i32 %next, %limit
  br i1 %go, label %loop, label %end
end:
  ret i32 %next
}
