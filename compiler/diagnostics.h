/* The compiler's diagnostics sink: severity, kernel, file:line:column, text, notes.
 *
 * Passed explicitly; collects messages in order, prints nothing. The tool that owns it prints in
 * clang's format: "file:line:col: error: text", the source line with a caret below if the source
 * is available, then "note: called from …" lines; duplicates are dropped. */
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
 * declaration; without one the enclosing function's name is given. value may be NULL. A note
 * belongs to the preceding error. printf-like; text is copied. */
void fxc_report(struct fxc_diagnostics *sink, enum fxc_severity severity, LLVMValueRef value,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same at a source position, "file:line:col"; NULL: at none. */
void fxc_report_at(struct fxc_diagnostics *sink, enum fxc_severity severity, const char *position,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The source file of an instruction, a function or a global variable, as in positions: absolute,
 * or relative to the working folder. NULL if unknown. */
char *fxc_source_path(struct fxs_arena *arena, LLVMValueRef value);
/* Where fxc_report would report it, "file:line:col" or "file:line". NULL if unknown. */
char *fxc_source_position(struct fxs_arena *arena, LLVMValueRef value);

/* Appends the contents of from, and empties it. */
void fxc_diagnostics_move(struct fxc_diagnostics *sink, struct fxc_diagnostics *from);

bool fxc_has_errors(const struct fxc_diagnostics *sink);
/* Prints and empties the sink; in colour if out is a terminal. */
void fxc_diagnostics_print(struct fxc_diagnostics *sink, const char *tool, FILE *out);

#endif
