; Nothing to wrap, nothing to register.
; RUN: falx-post-link --target=native_cpu -o %t.o %s && falx-image %t.o | FileCheck %s
; RUN: llvm-nm %t.o | count 0
; CHECK: no images
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
