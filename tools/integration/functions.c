/* Free-function kernels, for device code that is compiled at run time: a list in the
 * integration header, which is there for whoever defines FALX_FREE_FUNCTION(POINTER). */
#include <string.h>

#include "tools/integration/source.h"

struct search {
  struct fxi_source *source;
  bool is_kernel;
};

/* What SYCL_EXT_ONEAPI_FUNCTION_PROPERTY leaves: its argument as text. */
static enum CXChildVisitResult find_property(CXCursor cursor, CXCursor parent, CXClientData data) {
  struct search *search = data;
  (void)parent;
  if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
    return CXChildVisit_Continue;
  const char *text = fxi_name(search->source, cursor);
  if (strncmp(text, "falx.function_property@", 23) == 0 &&
      (strstr(text, "nd_range_kernel") || strstr(text, "single_task_kernel")))
    search->is_kernel = true;
  return search->is_kernel ? CXChildVisit_Break : CXChildVisit_Continue;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data) {
  struct fxi_source *source = data;
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  (void)parent;
  if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
    return CXChildVisit_Continue;
  if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod) {
    struct search search = {.source = source};
    if (clang_equalCursors(cursor, clang_getCanonicalCursor(cursor)))
      clang_visitChildren(cursor, find_property, &search);
    if (search.is_kernel)
      FXI_PUSH(&source->functions.list, cursor);
    return CXChildVisit_Continue;
  }
  return kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec || fxi_is_class(cursor)
             ? CXChildVisit_Recurse
             : CXChildVisit_Continue;
}

void fxi_find_functions(struct fxi_source *source) {
  clang_visitChildren(clang_getTranslationUnitCursor(source->unit), visit, source);
}

void fxi_write_functions(struct fxi_source *source, struct fxs_strbuf *out) {
  for (size_t i = 0; i < source->functions.list.count; i++) {
    CXCursor function = source->functions.list.items[i];
    CXType type = clang_getCanonicalType(clang_getCursorType(function));
    fxs_strbuf_printf(out, "FALX_FREE_FUNCTION(static_cast<std::add_pointer_t<%s>>(&::%s%s))\n",
                      fxi_text(source, clang_getTypeSpelling(type)), fxi_scope(source, function),
                      fxi_name(source, function));
  }
}
