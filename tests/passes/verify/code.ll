; Before code generation device code is hidden.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=optimize %t/accepted.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=optimize %t/seen.ll -o %t.out 2>&1 | FileCheck %t/seen.ll

//--- accepted.ll
define weak_odr hidden void @k.falx_kernel(ptr %args, ptr %state) {
  ret void
}

//--- seen.ll
; CHECK: the module is not as docs/ir.md says after optimize: device code is not seen outside the program: 'f' is
; CHECK-NOT: error:
define weak_odr void @f() {
  ret void
}
