; A violation is an error that names the pass and whether it came before or after it, the function, the promise and its section;
; there is no output file then. Without the option nothing is checked.
; RUN: split-file %s %t
; RUN: rm -f %t.out
; RUN: not falx-opt --verify-each -passes=lower-math %t/before.ll -o %t.out 2>&1 | FileCheck %t/before.ll
; RUN: not falx-opt --verify-each -passes=hide-host-code %t/after.ll -o %t.out 2>&1 | FileCheck %t/after.ll
; RUN: not falx-opt --verify-each -passes=check,lower-math %t/later.ll -o %t.out 2>&1 | FileCheck %t/later.ll
; RUN: not ls %t.out
; RUN: not env FALX_VERIFY_EACH=1 falx-opt -passes=hide-host-code %t/after.ll -o %t.out 2>&1 | FileCheck %t/after.ll
; RUN: env FALX_VERIFY_EACH=1 falx-opt --no-verify-each -passes=hide-host-code %t/after.ll -o %t.out
; RUN: env FALX_VERIFY_EACH=0 falx-opt -passes=hide-host-code %t/after.ll -o %t.out
; RUN: not falx-opt --verify-each --from=lower-kernel %t/after.ll -o %t.out 2>&1 | FileCheck %t/unknown.txt

//--- before.ll
; CHECK: falx-opt: error: the module is not as docs/ir.md says before lower-math: what is neither a subhandler nor an entry of an export is internal: 'f' is not [6, kernels of native_cpu]
define float @f(float %x) {
  ret float %x
}

//--- after.ll
; CHECK: falx-opt: error: the module is not as docs/ir.md says after hide-host-code: kernels are seen from outside: 'k' is internal [1 and 2, linking]
define internal spir_kernel void @k(ptr %f) {
  ret void
}

//--- later.ll
; CHECK: falx-opt: error: in function 'f': the module is not as docs/ir.md says before lower-math: no calling convention of SPIR is left: this call has one [6, kernels of native_cpu]
define internal void @f() {
  call spir_func void @g()
  ret void
}
define internal void @g() {
  ret void
}

//--- unknown.txt
; CHECK: falx-opt: error: there is no step 'lower-kernel' that the input could be from; --list names them
