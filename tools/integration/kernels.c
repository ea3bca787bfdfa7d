/* Finds kernels and specialization constants from the headers' template instantiations, which
 * are reached through the calls in the source, as the compiler reaches them. The counterpart is
 * include/sycl/detail/tell.hpp. */
#include <stdlib.h>
#include <string.h>

#include "tools/integration/source.h"

struct walk {
  struct fxi_source *source;
  CXCursorSet seen;
  struct fxi_cursors pending;
};

/* A type spelled<char[95], char[90], …>: one array for each character. */
static char *symbol_in(struct fxi_source *source, CXType spelled) {
  struct fxs_strbuf text = {0};
  int count = clang_Type_getNumTemplateArguments(spelled);
  for (int i = 0; i < count; i++) {
    CXType character = clang_Type_getTemplateArgumentAsType(spelled, (unsigned)i);
    fxs_strbuf_putc(&text, (char)clang_getArraySize(clang_getCanonicalType(character)));
  }
  char *symbol = fxi_printf(source, "%s", fxs_strbuf_text(&text));
  fxs_strbuf_free(&text);
  return symbol;
}

static void add_kernel(struct fxi_source *source, CXCursor told) {
  struct fxi_kernel kernel = {
      .name = clang_getCanonicalType(clang_Cursor_getTemplateArgumentType(told, 0)),
      .object = clang_getCanonicalType(clang_Cursor_getTemplateArgumentType(told, 1)),
      .symbol =
          symbol_in(source, clang_getCanonicalType(clang_Cursor_getTemplateArgumentType(told, 2)))};
  for (size_t i = 0; i < source->kernels.count; i++)
    if (strcmp(source->kernels.items[i].symbol, kernel.symbol) == 0)
      return;
  FXI_PUSH(&source->kernels, kernel);
}

static enum CXChildVisitResult find_variable(CXCursor cursor, CXCursor parent, CXClientData data) {
  CXCursor *variable = data, referenced = clang_getCursorReferenced(cursor);
  (void)parent;
  if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr &&
      clang_getCursorKind(referenced) == CXCursor_VarDecl)
    *variable = referenced;
  return CXChildVisit_Recurse;
}

static void add_constant(struct fxi_source *source, CXCursor call, CXCursor told) {
  struct fxi_constant constant = {
      .variable = clang_getNullCursor(),
      .symbol =
          symbol_in(source, clang_getCanonicalType(clang_Cursor_getTemplateArgumentType(told, 0)))};
  clang_visitChildren(call, find_variable, &constant.variable);
  if (clang_Cursor_isNull(constant.variable))
    return;
  for (size_t i = 0; i < source->constants.count; i++)
    if (strcmp(source->constants.items[i].symbol, constant.symbol) == 0)
      return;
  FXI_PUSH(&source->constants, constant);
}

static bool has_code(CXCursor cursor) {
  switch (clang_getCursorKind(cursor)) {
  case CXCursor_FunctionDecl:
  case CXCursor_CXXMethod:
  case CXCursor_Constructor:
  case CXCursor_Destructor:
  case CXCursor_ConversionFunction:
    return true;
  default:
    return false;
  }
}

static bool is_told(struct fxi_source *source, CXCursor function, const char *name) {
  return clang_getCursorKind(function) == CXCursor_FunctionDecl &&
         strcmp(fxi_name(source, function), name) == 0 &&
         strcmp(fxi_scope(source, function), "sycl::detail::") == 0;
}

static enum CXChildVisitResult visit_code(CXCursor cursor, CXCursor parent, CXClientData data) {
  struct walk *walk = data;
  (void)parent;
  if (!clang_isExpression(clang_getCursorKind(cursor)))
    return CXChildVisit_Recurse;
  CXCursor function = clang_getCursorReferenced(cursor);
  if (!has_code(function))
    return CXChildVisit_Recurse;
  if (clang_getCursorKind(cursor) == CXCursor_CallExpr) {
    if (is_told(walk->source, function, "tell_kernel"))
      add_kernel(walk->source, function);
    else if (is_told(walk->source, function, "tell_constant"))
      add_constant(walk->source, cursor, function);
  }
  CXCursor definition = clang_getCursorDefinition(function);
  if (!clang_Cursor_isNull(definition) && clang_CXCursorSet_insert(walk->seen, definition))
    FXI_PUSH(&walk->pending.list, definition);
  return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_own(CXCursor cursor, CXCursor parent, CXClientData data) {
  if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
    return CXChildVisit_Continue;
  return visit_code(cursor, parent, data);
}

void fxi_find_kernels(struct fxi_source *source) {
  struct walk walk = {.source = source, .seen = clang_createCXCursorSet()};
  clang_visitChildren(clang_getTranslationUnitCursor(source->unit), visit_own, &walk);
  while (walk.pending.list.count)
    clang_visitChildren(fxs_vector_pop(&walk.pending.list), visit_code, &walk);
  clang_disposeCXCursorSet(walk.seen);
  fxs_vector_free(&walk.pending.list);
}
