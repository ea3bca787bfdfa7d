; Defined variables become internal; declarations and the lists of LLVM stay (docs/ir.md, 4).
; RUN: falx-opt -S -passes=internalize %s | FileCheck-22 %s

; CHECK: @answer = internal constant i32 42
; CHECK: @table = internal constant ptr @answer
; CHECK: @private = private constant i32 1
; CHECK: @import = external constant i32
; CHECK: @llvm.used = appending global [1 x ptr] [ptr @answer], section "llvm.metadata"

$table = comdat any
@answer = constant i32 42
@table = linkonce_odr hidden constant ptr @answer, comdat
@private = private constant i32 1
@import = external constant i32
@llvm.used = appending global [1 x ptr] [ptr @answer], section "llvm.metadata"
