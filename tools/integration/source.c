/* Memory, names and types for the other files. */
#include "tools/integration/source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/log.h"

void *fxi_must(void *pointer) {
  if (pointer)
    return pointer;
  fxs_log(FXI_TOOL, FXS_LOG_ERROR, "out of memory");
  exit(1);
}

char *fxi_text(struct fxi_source *source, CXString string) {
  const char *text = clang_getCString(string);
  char *copy = fxi_must(fxs_arena_strdup(&source->arena, text ? text : ""));
  clang_disposeString(string);
  return copy;
}

char *fxi_printf(struct fxi_source *source, const char *format, ...) {
  va_list args;
  char *text = NULL;
  va_start(args, format);
  if (vasprintf(&text, format, args) < 0)
    text = NULL;
  va_end(args);
  char *copy = fxi_must(fxs_arena_strdup(&source->arena, fxi_must(text)));
  free(text);
  return copy;
}

const char *fxi_name(struct fxi_source *source, CXCursor cursor) {
  return fxi_text(source, clang_getCursorSpelling(cursor));
}

bool fxi_is_class(CXCursor cursor) {
  switch (clang_getCursorKind(cursor)) {
  case CXCursor_ClassDecl:
  case CXCursor_StructDecl:
  case CXCursor_UnionDecl:
  case CXCursor_ClassTemplate:
  case CXCursor_ClassTemplatePartialSpecialization:
    return true;
  default:
    return false;
  }
}

bool fxi_is_unnamed_namespace(CXCursor cursor) {
  return clang_getCursorKind(cursor) == CXCursor_Namespace && clang_Cursor_isAnonymous(cursor);
}

bool fxi_is_same(CXCursor a, CXCursor b) {
  return clang_equalCursors(clang_getCanonicalCursor(a), clang_getCanonicalCursor(b));
}

const char *fxi_scope(struct fxi_source *source, CXCursor cursor) {
  CXCursor parent = clang_getCursorSemanticParent(cursor);
  if (clang_getCursorKind(parent) == CXCursor_TranslationUnit || clang_Cursor_isNull(parent))
    return "";
  if (!fxi_is_class(parent) && clang_getCursorKind(parent) != CXCursor_Namespace)
    return fxi_scope(source, parent);
  const char *above = fxi_scope(source, parent);
  return fxi_is_unnamed_namespace(parent)
             ? above
             : fxi_printf(source, "%s%s::", above, fxi_name(source, parent));
}

bool fxi_type_is(struct fxi_source *source, CXType type, const char *name) {
  CXCursor declaration = clang_getTypeDeclaration(clang_getCanonicalType(type));
  const char *last = strrchr(name, ':') + 1;
  if (!fxi_is_class(declaration))
    declaration = clang_getTypeDeclaration(type);
  return fxi_is_class(declaration) && strcmp(fxi_name(source, declaration), last) == 0 &&
         strcmp(fxi_printf(source, "%s%s", fxi_scope(source, declaration), last), name) == 0;
}

bool fxi_is_device_global(struct fxi_source *source, CXType type) {
  return fxi_type_is(source, type, "sycl::ext::oneapi::experimental::device_global");
}
