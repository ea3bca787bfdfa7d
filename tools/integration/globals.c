/* Finds device_globals and diagnoses misplaced ones (DG-14, DG-15; design document 000 and the
 * extension's "Restrictions on creating device global objects").
 *
 * Examines only code that the user wrote, no system headers and no template instantiations, so that
 * each mistake is reported once, at its place. Tests: tests/device_global. */
#include <string.h>

#include "tools/integration/source.h"

static CXType element_of(CXType type) {
  for (type = clang_getCanonicalType(type);;) {
    CXType element = clang_getArrayElementType(type);
    if (element.kind == CXType_Invalid)
      return type;
    type = clang_getCanonicalType(element);
  }
}

static bool is_array(CXType type) {
  return clang_getArrayElementType(clang_getCanonicalType(type)).kind != CXType_Invalid;
}

static bool holds_device_global(struct fxi_source *source, CXType type) {
  return fxi_is_device_global(source, element_of(type)) || fxi_is_device_global(source, type);
}

/* The member, or the enclosing class, that namespace scope cannot name; a null cursor if all are
 * public. */
static CXCursor find_hidden(CXCursor member) {
  for (; fxi_is_class(clang_getCursorSemanticParent(member));
       member = clang_getCursorSemanticParent(member)) {
    enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(member);
    if (access == CX_CXXPrivate || access == CX_CXXProtected)
      return member;
  }
  return clang_getNullCursor();
}

#define PLACES "at namespace scope or as a public static member"

/* A variable, in whatever scope it is declared. */
static void check_variable(struct fxi_source *source, CXCursor variable) {
  const char *name = fxi_name(source, variable);
  CXCursor hidden = find_hidden(variable);
  if (clang_getCursorLinkage(variable) == CXLinkage_NoLinkage) {
    fxi_error(source, variable, "a device_global cannot be a local variable; declare '%s' " PLACES,
              name);
  } else if (is_array(clang_getCursorType(variable))) {
    fxi_error(source, variable,
              "there are no arrays of device_globals; make '%s' one device_global of an array type",
              name);
  } else if (!clang_Cursor_isNull(hidden)) {
    bool is_private = clang_getCXXAccessSpecifier(hidden) == CX_CXXPrivate;
    fxi_error(source, variable,
              "a device_global that is a member has to be public, and '%s' is %s; make it public",
              fxi_name(source, hidden), is_private ? "private" : "protected");
  } else {
    FXI_PUSH(&source->globals.list, variable);
  }
}

static void check_declaration(struct fxi_source *source, CXCursor cursor) {
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  bool is_first = clang_equalCursors(cursor, clang_getCanonicalCursor(cursor));
  if (kind == CXCursor_CXXNewExpr) {
    if (holds_device_global(source, clang_getPointeeType(clang_getCursorType(cursor))))
      fxi_error(source, cursor, "a device_global cannot be made by 'new'; declare it " PLACES);
    return;
  }
  if ((kind != CXCursor_VarDecl && kind != CXCursor_FieldDecl && kind != CXCursor_ParmDecl) ||
      !is_first || !holds_device_global(source, clang_getCursorType(cursor)))
    return;
  if (kind == CXCursor_VarDecl)
    check_variable(source, cursor);
  else if (kind == CXCursor_FieldDecl)
    fxi_error(source, cursor, "a device_global cannot be a non-static member; declare '%s' " PLACES,
              fxi_name(source, cursor));
  else if (!is_array(clang_getCursorType(cursor)))
    fxi_error(source, cursor, "a device_global cannot be a parameter; take a reference to one");
}

static bool is_in_inline_namespace(CXCursor cursor) {
  CXCursor parent = clang_getCursorSemanticParent(cursor);
  return clang_getCursorKind(parent) == CXCursor_Namespace &&
         clang_Cursor_isInlineNamespace(parent);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data) {
  struct fxi_source *source = data;
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  (void)parent;
  if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
    return CXChildVisit_Continue;
  check_declaration(source, cursor);
  if (clang_isDeclaration(kind) && kind != CXCursor_UsingDeclaration &&
      is_in_inline_namespace(cursor))
    FXI_PUSH(&source->inlined.list, cursor);
  return CXChildVisit_Recurse;
}

/* ---- DG-15 ---- */

/* Whether the declarations in scope are also visible in around: through inline namespaces. */
static bool reaches(CXCursor scope, CXCursor around) {
  while (!fxi_is_same(scope, around)) {
    if (clang_getCursorKind(scope) != CXCursor_Namespace || !clang_Cursor_isInlineNamespace(scope))
      return false;
    scope = clang_getCursorSemanticParent(scope);
  }
  return true;
}

/* Finds a declaration in an inline namespace with the same name as victim, part of the
 * variable's qualified name; a null cursor if there is none. */
static CXCursor find_hiding(struct fxi_source *source, CXCursor victim) {
  const char *name = fxi_name(source, victim);
  CXCursor scope = clang_getCursorSemanticParent(victim);
  for (size_t i = 0; *name && i < source->inlined.list.count; i++) {
    CXCursor other = source->inlined.list.items[i];
    CXCursor other_scope = clang_getCursorSemanticParent(other);
    if (!fxi_is_same(other, victim) && !fxi_is_same(other_scope, scope) &&
        strcmp(fxi_name(source, other), name) == 0 && reaches(other_scope, scope))
      return other;
  }
  return clang_getNullCursor();
}

static bool was_reported(const struct fxi_cursors *reported, CXCursor cursor) {
  for (size_t i = 0; i < reported->list.count; i++)
    if (fxi_is_same(reported->list.items[i], cursor))
      return true;
  return false;
}

static void check_names(struct fxi_source *source, CXCursor variable,
                        struct fxi_cursors *reported) {
  const char *name = fxi_name(source, variable);
  for (CXCursor victim = variable; clang_getCursorKind(victim) != CXCursor_TranslationUnit;
       victim = clang_getCursorSemanticParent(victim)) {
    CXCursor hiding = find_hiding(source, victim);
    if (clang_Cursor_isNull(hiding) || was_reported(reported, hiding))
      continue;
    FXI_PUSH(&reported->list, hiding);
    if (fxi_is_same(victim, variable))
      fxi_error(source, hiding,
                "'%s' in an inline namespace hides the device_global '%s%s'; rename one of the two",
                name, fxi_scope(source, variable), name);
    else
      fxi_error(source, hiding,
                "'%s' in an inline namespace hides the '%s' of the device_global '%s%s'; rename "
                "one of the two",
                fxi_name(source, hiding), fxi_name(source, victim), fxi_scope(source, variable),
                name);
    fxi_note(source, variable, "the device_global is declared here");
  }
}

void fxi_find_globals(struct fxi_source *source) {
  struct fxi_cursors reported = {0};
  clang_visitChildren(clang_getTranslationUnitCursor(source->unit), visit, source);
  for (size_t i = 0; i < source->globals.list.count; i++)
    check_names(source, source->globals.list.items[i], &reported);
  fxs_vector_free(&reported.list);
}
