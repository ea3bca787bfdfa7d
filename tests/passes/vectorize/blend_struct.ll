; Lanes that leave a loop with a structure keep theirs: members are blended.
; RUN: falx-opt -S -passes=vectorize --lanes=4 %s -o - | FileCheck %s

; CHECK-LABEL: define internal void @k.NativeCPUKernel.v4(
; CHECK: call { <4 x i32>, <4 x i1> } @llvm.sadd.with.overflow.v4i32
; CHECK: select <4 x i1> %{{.*}}, <4 x i32>
define internal void @k.NativeCPUKernel(ptr %a, ptr %b, i32 %n, ptr %state) !falx.dispatch !0 {
entry:
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %p = getelementptr i32, ptr %a, i64 %id
  %q = getelementptr i32, ptr %b, i64 %id
  %x = load i32, ptr %p
  br label %loop
loop:
  %y = phi i32 [ %x, %entry ], [ %v, %next ]
  %s = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %y, i32 %n)
  %o = extractvalue { i32, i1 } %s, 1
  br i1 %o, label %end, label %next
next:
  %v = extractvalue { i32, i1 } %s, 0
  store i32 %v, ptr %p
  br label %loop
end:
  %w = extractvalue { i32, i1 } %s, 0
  store i32 %w, ptr %q
  ret void
}
declare i64 @__falx_ncpu_global_id(ptr, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
!0 = !{i32 1, i32 1}
