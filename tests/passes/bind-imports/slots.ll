; Calls and addresses of imports are loads of their slots (DL-7).
; RUN: falx-opt -S -passes=bind-imports %s -o - | FileCheck %s --implicit-check-not=falx_import

; CHECK: @_Z5theiri.falx_slot = weak_odr hidden externally_initialized global ptr null
declare i32 @_Z5theiri.falx_import(i32, ptr) "falx-import"="_Z5theiri"

; CHECK: define void @calls(
; CHECK: [[F:%.*]] = load ptr, ptr @_Z5theiri.falx_slot, {{.*}}!invariant.load
; CHECK: call i32 [[F]](i32 %x, ptr %state) [[NOUNWIND:#[0-9]+]]
; CHECK: [[A:%.*]] = load ptr, ptr @_Z5theiri.falx_slot
; CHECK: store ptr [[A]], ptr %p
define void @calls(i32 %x, ptr %p, ptr %state) {
  %r = call i32 @_Z5theiri.falx_import(i32 %x, ptr %state)
  store ptr @_Z5theiri.falx_import, ptr %p
  ret void
}

; Two edges from one block carry one value.
; CHECK: define ptr @phis(
; CHECK: [[P:%.*]] = load ptr, ptr @_Z5theiri.falx_slot
; CHECK-NEXT: switch
; CHECK: phi ptr [ [[P]], %entry ], [ [[P]], %entry ], [ null, %other ]
define ptr @phis(i32 %x) {
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
; CHECK: attributes [[NOUNWIND]] = { nounwind }
