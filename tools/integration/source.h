/* A source in falx-integration: its syntax tree through libclang's C API, the findings, and
 * memory of the same lifetime. */
#ifndef FALX_TOOLS_INTEGRATION_SOURCE_H
#define FALX_TOOLS_INTEGRATION_SOURCE_H

#include <clang-c/Index.h>
#include <stdbool.h>

#include "support/arena.h"
#include "support/strbuf.h"
#include "support/vector.h"

#define FXI_TOOL "falx-integration"

struct fxi_cursors {
  FXS_VECTOR(CXCursor) list;
};

/* The kernel of a launch. */
struct fxi_kernel {
  CXType name, object; /* the function object's type */
  char *symbol;
};

/* A specialization constant that the source names. */
struct fxi_constant {
  CXCursor variable;
  char *symbol;
};

struct fxi_source {
  CXTranslationUnit unit;
  struct fxs_arena arena;
  struct fxi_cursors globals;   /* device_globals at namespace scope and in classes, each once */
  struct fxi_cursors inlined;   /* declarations in inline namespaces */
  struct fxi_cursors functions; /* that are kernels, templates left out, each once */
  unsigned error_count;         /* of fxi_error */
  FXS_VECTOR(struct fxi_kernel) kernels;
  FXS_VECTOR(struct fxi_constant) constants;
};

/* ---- source.c ---- */
void *fxi_must(void *pointer); /* exits the tool if out of memory */
#define FXI_PUSH(vector, item) fxi_must(fxs_vector_push(vector, item) ? (vector) : NULL)
/* Copies the text for the source's lifetime; disposes of the string. */
char *fxi_text(struct fxi_source *source, CXString string);
char *fxi_printf(struct fxi_source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *fxi_name(struct fxi_source *source, CXCursor cursor);
bool fxi_is_class(CXCursor cursor);
bool fxi_is_unnamed_namespace(CXCursor cursor);
/* Whether two declarations are of the same entity. */
bool fxi_is_same(CXCursor a, CXCursor b);
/* Whether the type is the class or class template of that name, "a::b::c", or one of its
 * specializations. */
bool fxi_type_is(struct fxi_source *source, CXType type, const char *name);
bool fxi_is_device_global(struct fxi_source *source, CXType type);
/* "a::b::", down to the cursor's scope; unnamed namespaces left out. */
const char *fxi_scope(struct fxi_source *source, CXCursor cursor);

/* ---- report.c: diagnostics in the compiler's format ---- */
void fxi_error(struct fxi_source *source, CXCursor at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void fxi_note(struct fxi_source *source, CXCursor at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- globals.c ---- */
/* Finds device_globals and inlined; reports misplaced device_globals (DG-14, DG-15). */
void fxi_find_globals(struct fxi_source *source);

/* ---- kernels.c ---- */
/* Finds kernels and constants. */
void fxi_find_kernels(struct fxi_source *source);

/* ---- functions.c ---- */
void fxi_find_functions(struct fxi_source *source);
void fxi_write_functions(struct fxi_source *source, struct fxs_strbuf *out);

/* ---- header.c, footer.c ---- */
void fxi_write_header(struct fxi_source *source, struct fxs_strbuf *out);
/* unit: distinguishes the source's internal variables from those of others; NULL if unknown.
 * False after an error. */
bool fxi_write_footer(struct fxi_source *source, const char *unit, struct fxs_strbuf *out);
/* Whether a footer registers the device_global. */
bool fxi_is_registered(struct fxi_source *source, CXCursor variable);

#endif
