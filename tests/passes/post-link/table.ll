; The steps of document 002 by hand: table, descriptors that only declare the subhandlers, code from
; the table's bitcode. The subhandler is hidden, so that another library's cannot be taken.
; RUN: rm -rf %t && mkdir %t
; RUN: falx-post-link --target=native_cpu --emit=table -o %t/k.table %s
; RUN: FileCheck %s --check-prefix=TABLE < %t/k.table
; RUN: FileCheck %s --check-prefix=PROP < %t/k_0.prop
; RUN: FileCheck %s --check-prefix=SYM < %t/k_0.sym
; RUN: llvm-dis -o - %t/k_0.bc | FileCheck %s --check-prefix=CODE
; RUN: falx-offload-wrapper --emit=ll -o - %t/k.table | FileCheck %s --check-prefix=WRAP
; RUN: falx-offload-wrapper -o %t/w.o %t/k.table && llc -filetype=obj -relocation-model=pic -o %t/k.o %t/k_0.bc
; RUN: cc -shared -Wl,--no-undefined -o %t/k.so %t/w.o %t/k.o -x c %S/Inputs/register.c && falx-image %t/k.so | FileCheck %s --check-prefix=IMAGE
; RUN: falx-image %t/k.table | FileCheck %s --check-prefix=IMAGE

; TABLE: [Code|Properties|Symbols]
; TABLE-NEXT: k_0.bc|k_0.prop|k_0.sym
; PROP: [Falx/kernel records]
; PROP-NEXT: _ZTS1K=2|
; PROP: [SYCL/misc properties]
; PROP-NEXT: optLevel=1|2
; SYM: {{^}}_ZTS1K{{$}}
; CODE: define weak_odr hidden void @_ZTS1K.falx_kernel(
; WRAP: { ptr @{{.*}}, ptr @_ZTS1K.falx_kernel }
; WRAP: declare hidden void @_ZTS1K.falx_kernel(ptr, ptr)
; IMAGE: kernel _ZTS1K  (K)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  store i32 1, ptr %out
  ret void
}
