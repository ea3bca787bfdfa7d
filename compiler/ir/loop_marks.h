/* What LLVM is told of a loop: !llvm.loop of the branches back to its header. */
#ifndef FALX_COMPILER_IR_LOOP_MARKS_H
#define FALX_COMPILER_IR_LOOP_MARKS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* The loop is to be unrolled whole; whatever else was said of it is gone. */
void fxc_mark_unrolled(LLVMValueRef branch);
/* Whether something is said whose name begins so, as "llvm.loop.unroll."; of very much: true. */
bool fxc_has_loop_mark(LLVMValueRef branch, const char *prefix);

#endif
