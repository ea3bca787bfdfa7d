; Calls and addresses of imports are loads of their slots (DL-7).
; RUN: falx-opt -S -passes=bind-imports %s -o - | FileCheck %s --implicit-check-not=falx_import

; CHECK: @_Z5theiri.falx_slot = weak_odr hidden externally_initialized global ptr null
declare i32 @_Z5theiri.falx_import(i32, ptr) "falx-import"="_Z5theiri"

; CHECK: define internal void @calls(
; CHECK: [[F:%.*]] = load ptr, ptr @_Z5theiri.falx_slot, {{.*}}!invariant.load
; CHECK: call i32 [[F]](i32 %x, ptr %state) [[NOUNWIND:#[0-9]+]]
; CHECK: [[A:%.*]] = load ptr, ptr @_Z5theiri.falx_slot
; CHECK: store ptr [[A]], ptr %p
define internal void @calls(i32 %x, ptr %p, ptr %state) {
  %r = call i32 @_Z5theiri.falx_import(i32 %x, ptr %state)
  store ptr @_Z5theiri.falx_import, ptr %p
  ret void
}

; Two edges from one block carry one value.
; CHECK: define internal ptr @phis(
; CHECK: [[P:%.*]] = load ptr, ptr @_Z5theiri.falx_slot
; CHECK-NEXT: switch
; CHECK: phi ptr [ [[P]], %entry ], [ [[P]], %entry ], [ null, %other ]
define internal ptr @phis(i32 %x) {
entry:
  switch i32 %x, label %other [
    i32 1, label %end
    i32 2, label %end
  ]
other:
  br label %end
end:
  %f = phi ptr [ @_Z5theiri.falx_import, %entry ], [ @_Z5theiri.falx_import, %entry ], [ null, %other ]
  ret ptr %f
}

; Constants made of the address are instructions, as a vector of it for all lanes is.
; CHECK: define internal void @composed(
; CHECK: [[S:%.*]] = load ptr, ptr @_Z5theiri.falx_slot
; CHECK: [[Z:%.*]] = freeze ptr [[S]]
; CHECK: [[V:%.*]] = insertelement <2 x ptr> poison, ptr [[Z]], i32 0
; CHECK: [[W:%.*]] = insertelement <2 x ptr> [[V]], ptr [[Z]], i32 1
; CHECK: store <2 x ptr> [[W]], ptr %p
; CHECK: [[I:%.*]] = ptrtoint ptr {{.*}} to i64
; CHECK: store i64 [[I]], ptr %p
define internal void @composed(ptr %p) {
  store <2 x ptr> <ptr @_Z5theiri.falx_import, ptr @_Z5theiri.falx_import>, ptr %p
  store i64 ptrtoint (ptr @_Z5theiri.falx_import to i64), ptr %p
  ret void
}

; CHECK: define internal i64 @joined(
; CHECK: [[J:%.*]] = ptrtoint ptr {{.*}} to i64
; CHECK: phi i64 [ [[J]], %entry ], [ [[J]], %entry ], [ 0, %other ]
define internal i64 @joined(i32 %c) {
entry:
  switch i32 %c, label %other [
    i32 0, label %end
    i32 1, label %end
  ]
other:
  br label %end
end:
  %r = phi i64 [ ptrtoint (ptr @_Z5theiri.falx_import to i64), %entry ], [ ptrtoint (ptr @_Z5theiri.falx_import to i64), %entry ], [ 0, %other ]
  ret i64 %r
}

; CHECK: attributes [[NOUNWIND]] = { nounwind }
