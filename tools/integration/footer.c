/* The integration footer: registers the variables that device code knows by name with the
 * runtime and with templates of the headers (design document 000). It is placed after the
 * source, so it can name them; those that only unnamed namespaces can name are named there, in
 * functions. */
#include <string.h>

#include "falx_version.h"
#include "tools/integration/source.h"

#define MAX_DEPTH 64

struct footer {
  struct fxi_source *source;
  struct fxs_strbuf shims, body;
  unsigned shim_count;
};

/* Scopes of the variable, the outermost first; 0 if it cannot be named. */
static unsigned scopes_of(CXCursor variable, CXCursor out_scopes[MAX_DEPTH]) {
  unsigned count = 0;
  for (CXCursor scope = clang_getCursorSemanticParent(variable);
       clang_getCursorKind(scope) != CXCursor_TranslationUnit;
       scope = clang_getCursorSemanticParent(scope)) {
    if (count == MAX_DEPTH)
      return 0;
    out_scopes[count++] = scope;
  }
  for (unsigned i = 0; i < count / 2; i++) {
    CXCursor other = out_scopes[i];
    out_scopes[i] = out_scopes[count - 1 - i];
    out_scopes[count - 1 - i] = other;
  }
  return count;
}

static void open_namespaces(struct footer *self, const CXCursor *scopes, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    fxs_strbuf_printf(&self->shims, "%snamespace %s{ ",
                      clang_Cursor_isInlineNamespace(scopes[i]) ? "inline " : "",
                      fxi_is_unnamed_namespace(scopes[i])
                          ? ""
                          : fxi_printf(self->source, "%s ", fxi_name(self->source, scopes[i])));
}

/* How sycl::detail names the variable. In the scope of each unnamed namespace, innermost first,
 * a uniquely named function returns the previous function's result. */
static const char *expression_of(struct footer *self, CXCursor variable) {
  struct fxi_source *source = self->source;
  CXCursor scopes[MAX_DEPTH];
  unsigned count = scopes_of(variable, scopes);
  const char *name = fxi_name(source, variable);
  for (unsigned i = count; i-- > 0;) {
    if (!fxi_is_unnamed_namespace(scopes[i])) {
      name = fxi_printf(source, "%s::%s", fxi_name(source, scopes[i]), name);
      continue;
    }
    open_namespaces(self, scopes, i + 1);
    fxs_strbuf_printf(&self->shims,
                      "\nstatic constexpr auto &__sycl_detail_shim_%u() { return %s; }\n",
                      self->shim_count, name);
    for (unsigned k = 0; k <= i; k++)
      fxs_strbuf_puts(&self->shims, "}");
    fxs_strbuf_puts(&self->shims, "\n");
    name = fxi_printf(source, "__sycl_detail_shim_%u()", self->shim_count++);
  }
  return fxi_printf(source, "::%s", name);
}

bool fxi_is_registered(struct fxi_source *source, CXCursor variable) {
  CXCursor scopes[MAX_DEPTH];
  unsigned count = scopes_of(variable, scopes);
  (void)source;
  if (clang_Cursor_isNull(clang_getCursorDefinition(variable)) ||
      !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(variable)))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (clang_getCursorKind(scopes[i]) == CXCursor_ClassTemplate ||
        clang_getCursorKind(scopes[i]) == CXCursor_ClassTemplatePartialSpecialization ||
        !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(scopes[i])))
      return false;
  return true;
}

static bool is_internal(CXCursor variable) {
  enum CXLinkageKind linkage = clang_getCursorLinkage(variable);
  return linkage == CXLinkage_Internal || linkage == CXLinkage_UniqueExternal;
}

static bool add_globals(struct footer *self, const char *unit) {
  struct fxi_source *source = self->source;
  unsigned count = 0;
  for (size_t i = 0; i < source->globals.list.count; i++) {
    CXCursor variable = source->globals.list.items[i];
    if (!fxi_is_registered(source, variable))
      continue;
    const char *id = fxi_text(source, clang_Cursor_getMangling(variable));
    if (is_internal(variable) && !unit) {
      fxi_error(source, variable,
                "the id of '%s', which is of this file alone, is told by the file's device code; "
                "give it with --device-code=",
                fxi_name(source, variable));
      return false;
    }
    fxs_strbuf_printf(&self->body, "%s      {&%s, \"%s%s%s\"}", count++ ? ",\n" : "",
                      expression_of(self, variable), id, is_internal(variable) ? "." : "",
                      is_internal(variable) ? unit : "");
  }
  return true;
}

static void write_globals(struct footer *self, struct fxs_strbuf *out) {
  fxs_strbuf_printf(out,
                    "namespace sycl::detail {\n"
                    "namespace {\n"
                    "falx_host_globals &__sycl_device_globals() noexcept {\n"
                    "  static const falx_host_global variables[] = {\n%s};\n"
                    "  static falx_host_globals list = {variables, sizeof variables / sizeof "
                    "*variables, nullptr};\n"
                    "  return list;\n"
                    "}\n"
                    "__sycl_device_global_registration::__sycl_device_global_registration() "
                    "noexcept {\n"
                    "  falx_register_device_globals(&__sycl_device_globals());\n"
                    "}\n"
                    "__sycl_device_global_registration::~__sycl_device_global_registration() {\n"
                    "  falx_unregister_device_globals(&__sycl_device_globals());\n"
                    "}\n"
                    "} // namespace\n"
                    "} // namespace sycl::detail\n",
                    fxs_strbuf_text(&self->body));
}

static void write_constants(struct footer *self, struct fxs_strbuf *out) {
  struct fxi_source *source = self->source;
  fxs_strbuf_puts(out, "namespace sycl::detail {\n");
  for (size_t i = 0; i < source->constants.count; i++)
    fxs_strbuf_printf(out,
                      "template <> inline constexpr const char *spec_symbol<%s> =\n"
                      "    \"%s\";\n",
                      expression_of(self, source->constants.items[i].variable),
                      source->constants.items[i].symbol);
  fxs_strbuf_puts(out, "} // namespace sycl::detail\n");
}

bool fxi_write_footer(struct fxi_source *source, const char *unit, struct fxs_strbuf *out) {
  struct footer self = {.source = source};
  struct fxs_strbuf constants = {0};
  bool is_fine = add_globals(&self, unit);
  if (source->constants.count)
    write_constants(&self, &constants);
  fxs_strbuf_puts(out, "// Integration footer, by " FXI_TOOL " " FALX_VERSION
                       ": stands behind the source in a host compilation.\n");
  if (self.body.length || constants.length)
    fxs_strbuf_puts(out, "#ifndef __FALX_INTEGRATION_HEADER__\n"
                         "#error \"an integration footer needs the integration header before the "
                         "source: -include HEADER\"\n"
                         "#endif\n"
                         "#include <sycl/detail/integration_footer.hpp>\n");
  fxs_strbuf_puts(out, fxs_strbuf_text(&self.shims));
  if (self.body.length)
    write_globals(&self, out);
  fxs_strbuf_puts(out, fxs_strbuf_text(&constants));
  fxs_strbuf_free(&constants);
  fxs_strbuf_free(&self.shims);
  fxs_strbuf_free(&self.body);
  return is_fine;
}
