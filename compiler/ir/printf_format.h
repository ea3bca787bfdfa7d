/* The format of printf, for devices whose own printf knows fewer length modifiers than C's. */
#ifndef FALX_COMPILER_IR_PRINTF_FORMAT_H
#define FALX_COMPILER_IR_PRINTF_FORMAT_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

#include "support/strbuf.h"

/* The string that a pointer is the beginning of, through casts to other spaces and to integers;
 * NULL if it is none. */
const char *fxc_printf_text(LLVMValueRef pointer, size_t *out_length);

/* C's hh, h, ll, l, j, z, t before a conversion: those of 64 bits become l; h and hh go unless
 * the device has them. */
void fxc_printf_format(const char *format, size_t length, bool has_short, struct fxs_strbuf *out);

#endif
