/* The compiler's diagnostics sink: severity, kernel, file:line:column, text, notes.
 *
 * Passed explicitly; collects in order, prints nothing. The tool that owns it prints it as clang
 * would: "file:line:col: error: text", the line of the source with a caret below where the source
 * is there, then "note: called from …" lines, duplicates dropped. */
#ifndef FALX_COMPILER_DIAGNOSTICS_H
#define FALX_COMPILER_DIAGNOSTICS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdio.h>

enum fxc_severity { FXC_NOTE, FXC_REMARK, FXC_WARNING, FXC_ERROR };

struct fxc_diagnostics;
struct fxs_arena; /* support/arena.h */

struct fxc_diagnostics *fxc_diagnostics_create(void);
void fxc_diagnostics_destroy(struct fxc_diagnostics *sink);

/* Reports at value's position: an instruction's debug location, a function's or a global's
 * declaration; without one the enclosing function's name stands in. value may be NULL.
 * A note belongs to the error before it. printf-like; text is copied. */
void fxc_report(struct fxc_diagnostics *sink, enum fxc_severity severity, LLVMValueRef value,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same at a position as in a source, "file:line:col". */
void fxc_report_at(struct fxc_diagnostics *sink, enum fxc_severity severity, const char *position,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The source file of an instruction, a function or a global variable, as positions name it: whole,
 * or from the working folder. NULL where it is not known. */
char *fxc_source_path(struct fxs_arena *arena, LLVMValueRef value);

/* Appends what from holds, and empties it. */
void fxc_diagnostics_move(struct fxc_diagnostics *sink, struct fxc_diagnostics *from);

bool fxc_has_errors(const struct fxc_diagnostics *sink);
/* Prints and empties the sink; colour where out is a terminal. */
void fxc_diagnostics_print(struct fxc_diagnostics *sink, const char *tool, FILE *out);

#endif
