; What falx-post-link says when it cannot do what it was asked.
; RUN: not falx-post-link --target=native_cpu -o %t.o %t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: echo text > %t.text && not falx-post-link --target=native_cpu -o %t.o %t.text 2>&1 | FileCheck %s --check-prefix=TEXT
; RUN: not falx-post-link --target=gpu -o %t.o %s 2>&1 | FileCheck %s --check-prefix=TARGET
; RUN: not falx-post-link --target=native_cpu -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not falx-post-link %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GROUP
; RUN: not falx-post-link --target=native_cpu -o %t.missing/k.o %s 2>&1 | FileCheck %s --check-prefix=WRITE
; RUN: not falx-offload-wrapper -o %t.o %t.text 2>&1 | FileCheck %s --check-prefix=TABLE
; RUN: not falx-image %t.text 2>&1 | FileCheck %s --check-prefix=IMAGE
; RUN: test ! -e %t.o

; MISSING: error: cannot read '{{.*}}.missing': No such file or directory
; TEXT: error: '{{.*}}.text' is not LLVM bitcode that this LLVM reads
; TARGET: error: unknown target 'gpu': native_cpu, spir64, nvptx64-nvidia-cuda
; NONE: error: target native_cpu has no input
; GROUP: error: input '{{.*}}errors.ll' comes before any --target=
; WRITE: error: cannot write '{{.*}}k.o': No such file or directory
; TABLE: error: '{{.*}}.text' is no table: its first line is not [Code|Properties|Symbols]
; IMAGE: error: '{{.*}}.text' is no object, archive, program, shared library, table or bitcode

target triple = "x86_64-pc-linux-gnu"
