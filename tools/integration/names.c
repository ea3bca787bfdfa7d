/* Forward declarations. A class that is first named inside a function, parallel_for<class X>, is
 * local to the function; if it is declared in the enclosing namespace beforehand, the name in
 * the function refers to that declaration. */
#include "tools/integration/names.h"

#include <string.h>

static const char *keyword_of(CXCursor declaration) {
  enum CXCursorKind kind = clang_getCursorKind(declaration);
  if (kind == CXCursor_ClassTemplate)
    kind = clang_getTemplateCursorKind(declaration);
  return kind == CXCursor_StructDecl ? "struct" : kind == CXCursor_UnionDecl ? "union" : "class";
}

static bool is_template(CXCursor cursor) {
  return clang_getCursorKind(cursor) == CXCursor_ClassTemplate ||
         clang_getCursorKind(cursor) == CXCursor_ClassTemplatePartialSpecialization;
}

/* The innermost namespace, or the translation unit. */
static CXCursor namespace_of(CXCursor cursor) {
  do
    cursor = clang_getCursorSemanticParent(cursor);
  while (clang_getCursorKind(cursor) != CXCursor_TranslationUnit &&
         clang_getCursorKind(cursor) != CXCursor_Namespace);
  return cursor;
}

/* "namespace a { inline namespace b { "; returns their number. */
static unsigned open_namespaces(struct fxi_names *names, CXCursor space) {
  if (clang_getCursorKind(space) == CXCursor_TranslationUnit)
    return 0;
  unsigned above = open_namespaces(names, namespace_of(space));
  const char *name = fxi_is_unnamed_namespace(space) ? "" : fxi_name(names->source, space);
  fxs_strbuf_printf(&names->text, "%snamespace %s%s{ ",
                    clang_Cursor_isInlineNamespace(space) ? "inline " : "", name, *name ? " " : "");
  return above + 1;
}

static const char *qualified(struct fxi_names *names, CXCursor declaration) {
  struct fxi_source *source = names->source;
  const char *name = fxi_name(source, declaration);
  for (CXCursor space = namespace_of(declaration); clang_getCursorKind(space) == CXCursor_Namespace;
       space = namespace_of(space))
    if (!fxi_is_unnamed_namespace(space))
      name = fxi_printf(source, "%s::%s", fxi_name(source, space), name);
  return fxi_printf(source, "::%s", name);
}

void fxi_note_type(struct fxi_names *names, CXType type) {
  type = clang_getCanonicalType(type);
  CXType inner = clang_getPointeeType(type);
  if (inner.kind != CXType_Invalid)
    fxi_note_type(names, inner);
  if (type.kind != CXType_Record)
    return;
  CXCursor declaration = clang_getTypeDeclaration(type);
  if (!is_template(clang_getSpecializedCursorTemplate(declaration)))
    FXI_PUSH(&names->classes.list, declaration);
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); i++)
    fxi_note_type(names, clang_Type_getTemplateArgumentAsType(type, (unsigned)i));
}

/* Two functions, or a function and its enclosing namespace, have a class of this name. */
static bool is_ambiguous(struct fxi_names *names, CXCursor declaration) {
  const char *name = qualified(names, declaration);
  for (size_t i = 0; i < names->classes.list.count; i++) {
    CXCursor other = names->classes.list.items[i];
    if (!fxi_is_same(other, declaration) && strcmp(qualified(names, other), name) == 0)
      return true;
  }
  return false;
}

/* Whether a declaration at namespace scope would refer to this one. */
static bool can_be_ahead(struct fxi_names *names, CXCursor declaration) {
  CXCursor parent = clang_getCursorSemanticParent(declaration);
  enum CXCursorKind kind = clang_getCursorKind(parent);
  if (clang_Cursor_isAnonymous(declaration) || !*fxi_name(names->source, declaration) ||
      strncmp(qualified(names, declaration), "::std::", 7) == 0 || is_ambiguous(names, declaration))
    return false;
  if (kind == CXCursor_Namespace || kind == CXCursor_TranslationUnit)
    return true;
  return !fxi_is_class(parent) && clang_Cursor_isNull(clang_getCursorDefinition(declaration));
}

static void add(struct fxi_names *names, CXCursor declaration, const char *before,
                const char *after) {
  struct fxi_source *source = names->source;
  const char *key = fxi_printf(source, "%s %s", before, qualified(names, declaration));
  if (fxs_map_has(&names->declared, key))
    return;
  fxi_must(fxs_map_put(&names->declared, key, NULL) ? names : NULL);
  unsigned depth = open_namespaces(names, namespace_of(declaration));
  fxs_strbuf_printf(&names->text, "%s %s%s;", before, fxi_name(source, declaration), after);
  for (unsigned i = 0; i < depth; i++)
    fxs_strbuf_puts(&names->text, " }");
  fxs_strbuf_puts(&names->text, "\n");
}

static bool declare_enum(struct fxi_names *names, CXCursor declaration) {
  struct fxi_source *source = names->source;
  if (!clang_EnumDecl_isScoped(declaration) || !can_be_ahead(names, declaration))
    return false;
  CXType type = clang_getCanonicalType(clang_getEnumDeclIntegerType(declaration));
  add(names, declaration, "enum class",
      fxi_printf(source, " : %s", fxi_text(source, clang_getTypeSpelling(type))));
  return true;
}

struct parameters {
  struct fxi_names *names;
  struct fxs_strbuf text;
  bool is_fine;
};

/* As written, without default arguments: the source has those. */
static enum CXChildVisitResult add_parameter(CXCursor cursor, CXCursor parent, CXClientData data) {
  struct parameters *self = data;
  struct fxi_source *source = self->names->source;
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  (void)parent;
  if (kind == CXCursor_TemplateTemplateParameter)
    self->is_fine = false;
  if (kind != CXCursor_TemplateTypeParameter && kind != CXCursor_NonTypeTemplateParameter)
    return CXChildVisit_Continue;
  /* Enumerators cannot be named before their enum is defined. */
  CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
  if (kind == CXCursor_NonTypeTemplateParameter &&
      (type.kind == CXType_Enum || !fxi_name_type(self->names, type)))
    self->is_fine = false;
  CXPrintingPolicy policy = clang_getCursorPrintingPolicy(cursor);
  clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_FullyQualifiedName, 1);
  char *text = fxi_text(source, clang_getCursorPrettyPrinted(cursor, policy));
  clang_PrintingPolicy_dispose(policy);
  char *value = strstr(text, " = ");
  if (value)
    *value = 0;
  fxs_strbuf_printf(&self->text, "%s%s", self->text.length ? ", " : "", text);
  return CXChildVisit_Continue;
}

static bool declare_template(struct fxi_names *names, CXCursor declaration) {
  struct parameters parameters = {.names = names, .is_fine = true};
  if (!can_be_ahead(names, declaration))
    return false;
  clang_visitChildren(declaration, add_parameter, &parameters);
  if (parameters.is_fine)
    add(names, declaration,
        fxi_printf(names->source, "template <%s> %s", fxs_strbuf_text(&parameters.text),
                   keyword_of(declaration)),
        "");
  fxs_strbuf_free(&parameters.text);
  return parameters.is_fine;
}

struct values {
  struct fxi_source *source;
  FXS_VECTOR(char *) types; /* of the template's parameters; NULL for those that are types */
};

static enum CXChildVisitResult add_value_type(CXCursor cursor, CXCursor parent, CXClientData data) {
  struct values *self = data;
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
  (void)parent;
  if (kind == CXCursor_NonTypeTemplateParameter)
    FXI_PUSH(&self->types, fxi_text(self->source, clang_getTypeSpelling(type)));
  else if (kind == CXCursor_TemplateTypeParameter || kind == CXCursor_TemplateTemplateParameter)
    FXI_PUSH(&self->types, NULL);
  return CXChildVisit_Continue;
}

/* "<int, (int)3>", including defaults; declares the types it names. NULL if that is impossible. */
static const char *arguments_of(struct fxi_names *names, CXType type, CXCursor generic) {
  struct fxi_source *source = names->source;
  struct values values = {.source = source};
  struct fxs_strbuf out = {0};
  CXCursor declaration = clang_getTypeDeclaration(type);
  unsigned count = (unsigned)clang_Cursor_getNumTemplateArguments(declaration);
  unsigned flat = (unsigned)clang_Type_getNumTemplateArguments(type); /* packs expanded */
  const char *answer = NULL;
  clang_visitChildren(generic, add_value_type, &values);
  for (unsigned i = 0; i < flat; i++) {
    enum CXTemplateArgumentKind kind =
        clang_Cursor_getTemplateArgumentKind(declaration, i < count ? i : count - 1);
    CXType argument = clang_Type_getTemplateArgumentAsType(type, i);
    const char *text = NULL;
    if (argument.kind != CXType_Invalid)
      text = fxi_name_type(names, argument);
    else if (kind == CXTemplateArgumentKind_Integral && i < values.types.count)
      text = fxi_printf(source, "(%s)%lld", values.types.items[i],
                        clang_Cursor_getTemplateArgumentValue(declaration, i));
    if (!text)
      goto done;
    fxs_strbuf_printf(&out, "%s%s", i ? ", " : "", text);
  }
  answer = fxi_printf(source, "<%s>", fxs_strbuf_text(&out));
done:
  fxs_strbuf_free(&out);
  fxs_vector_free(&values.types);
  return answer;
}

static const char *name_class(struct fxi_names *names, CXType type) {
  CXCursor declaration = clang_getTypeDeclaration(type);
  CXCursor generic = clang_getSpecializedCursorTemplate(declaration);
  if (!is_template(generic)) {
    if (!can_be_ahead(names, declaration))
      return NULL;
    add(names, declaration, keyword_of(declaration), "");
    return qualified(names, declaration);
  }
  const char *arguments =
      declare_template(names, generic) ? arguments_of(names, type, generic) : NULL;
  if (!arguments)
    return NULL;
  return fxi_printf(names->source, "%s%s", qualified(names, generic), arguments);
}

/* Without top-level qualifiers. */
static const char *name_plain(struct fxi_names *names, CXType type) {
  struct fxi_source *source = names->source;
  CXType inner = clang_getPointeeType(type);
  const char *name;
  switch (type.kind) {
  case CXType_Pointer:
  case CXType_LValueReference:
  case CXType_RValueReference:
    name = fxi_name_type(names, inner);
    return !name ? NULL
                 : fxi_printf(source, "%s %s", name,
                              type.kind == CXType_Pointer           ? "*"
                              : type.kind == CXType_LValueReference ? "&"
                                                                    : "&&");
  case CXType_Record:
    return name_class(names, type);
  case CXType_Enum:
    return declare_enum(names, clang_getTypeDeclaration(type))
               ? qualified(names, clang_getTypeDeclaration(type))
               : NULL;
  default:
    return type.kind >= CXType_FirstBuiltin && type.kind <= CXType_LastBuiltin &&
                   type.kind != CXType_Dependent
               ? fxi_text(source, clang_getTypeSpelling(clang_getUnqualifiedType(type)))
               : NULL;
  }
}

const char *fxi_name_type(struct fxi_names *names, CXType type) {
  type = clang_getCanonicalType(type);
  const char *name = name_plain(names, type);
  return name ? fxi_printf(names->source, "%s%s%s", name,
                           clang_isConstQualifiedType(type) ? " const" : "",
                           clang_isVolatileQualifiedType(type) ? " volatile" : "")
              : NULL;
}
