/* The integration header: forward declarations of kernel names, and what a host compiler must
 * know of each kernel (design documents 000 and 004). It is placed before the source. */
#include <string.h>

#include "falx/image.h"
#include "falx_version.h"
#include "tools/integration/names.h"

/* ---- Members of a function object (requirement KL-1) ---- */

struct params {
  struct fxi_source *source;
  struct fxs_strbuf text;
  unsigned count;
  CXCursor object; /* the class whose parts are visited, */
  long long base;  /* and its offset in the function object, bytes */
};

static const struct special {
  const char *name;
  enum falx_param_kind kind;
} specials[] = {{"sycl::accessor", FALX_PARAM_ACCESSOR},
                {"sycl::local_accessor", FALX_PARAM_LOCAL_ACCESSOR},
                {"sycl::stream", FALX_PARAM_STREAM}};

static const struct special *special_of(struct fxi_source *source, CXType type) {
  for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
    if (fxi_type_is(source, type, specials[i].name))
      return &specials[i];
  return NULL;
}

struct search {
  struct fxi_source *source;
  bool has_special;
};

static bool has_special(struct fxi_source *source, CXType type);

static enum CXVisitorResult look_at(CXCursor field, CXClientData data) {
  struct search *search = data;
  search->has_special |= has_special(search->source, clang_getCursorType(field));
  return search->has_special ? CXVisit_Break : CXVisit_Continue;
}

static bool has_special(struct fxi_source *source, CXType type) {
  struct search search = {source, false};
  type = clang_getCanonicalType(type);
  CXType element = clang_getArrayElementType(type);
  if (element.kind != CXType_Invalid)
    return has_special(source, element);
  if (type.kind != CXType_Record)
    return false;
  if (special_of(source, type))
    return true;
  clang_visitCXXBaseClasses(type, look_at, &search);
  clang_Type_visitFields(type, look_at, &search);
  return search.has_special;
}

static void add_param(struct params *params, enum falx_param_kind kind, long long size,
                      long long offset) {
  static const char *const names[] = {"accessor",
                                      "std_layout",
                                      "sampler",
                                      "pointer",
                                      "specialization_constants_buffer",
                                      "stream",
                                      "work_group_memory",
                                      "local_accessor"};
  fxs_strbuf_printf(&params->text, "      {kernel_param_kind_t::kind_%s, %lld, %lld},\n",
                    names[kind], size, offset);
  params->count++;
}

static void add_type(struct params *params, CXType type, long long offset);

static enum CXVisitorResult add_field(CXCursor field, CXClientData data) {
  struct params *params = data;
  add_type(params, clang_getCursorType(field),
           params->base + clang_Cursor_getOffsetOfField(field) / 8);
  return CXVisit_Continue;
}

static enum CXVisitorResult add_base(CXCursor base, CXClientData data) {
  struct params *params = data;
  add_type(params, clang_getCursorType(base),
           params->base + clang_getOffsetOfBase(params->object, base) / 8);
  return CXVisit_Continue;
}

static void add_fields(struct params *params, CXType type, long long offset) {
  struct params before = *params;
  params->object = clang_getTypeDeclaration(type);
  params->base = offset;
  clang_visitCXXBaseClasses(type, add_base, params);
  clang_Type_visitFields(type, add_field, params);
  params->object = before.object;
  params->base = before.base;
}

static void add_type(struct params *params, CXType type, long long offset) {
  type = clang_getCanonicalType(type);
  long long size = clang_Type_getSizeOf(type), count = clang_getArraySize(type);
  const struct special *special = special_of(params->source, type);
  if (special) {
    add_param(params, special->kind, size, offset);
  } else if (type.kind == CXType_Pointer) {
    add_param(params, FALX_PARAM_POINTER, size, offset);
  } else if (!has_special(params->source, type)) {
    add_param(params, FALX_PARAM_STD_LAYOUT, size, offset);
  } else if (count > 0) {
    for (long long i = 0; i < count; i++)
      add_type(params, clang_getArrayElementType(type), offset + i * (size / count));
  } else {
    add_fields(params, type, offset);
  }
}

/* ---- The header ---- */

static void write_kernel(struct fxi_source *source, const struct fxi_kernel *kernel,
                         const char *name, struct fxs_strbuf *out) {
  struct params params = {.source = source};
  add_fields(&params, kernel->object, 0);
  fxs_strbuf_printf(out,
                    "template <> struct sycl::detail::KernelInfo<%s> {\n"
                    "  static constexpr bool isKnown() { return true; }\n"
                    "  static constexpr const char *getName() {\n    return \"%s\";\n  }\n"
                    "  static constexpr long getKernelSize() { return %lld; }\n"
                    "  static constexpr long getKernelAlign() { return %lld; }\n"
                    "  static constexpr unsigned getNumParams() { return %u; }\n",
                    name, kernel->symbol, clang_Type_getSizeOf(kernel->object),
                    clang_Type_getAlignOf(kernel->object), params.count);
  if (params.count)
    fxs_strbuf_printf(out,
                      "  static const kernel_param_desc_t &getParamDesc(unsigned i) {\n"
                      "    static constexpr kernel_param_desc_t params[] = {\n%s    };\n"
                      "    return params[i];\n"
                      "  }\n",
                      fxs_strbuf_text(&params.text));
  fxs_strbuf_puts(out, "};\n");
  fxs_strbuf_free(&params.text);
}

static size_t count_of(const char *const *names, size_t count, const char *name) {
  size_t same = 0;
  for (size_t i = 0; i < count; i++)
    same += names[i] && strcmp(names[i], name) == 0;
  return same;
}

static bool has_registered(struct fxi_source *source) {
  for (size_t i = 0; i < source->globals.list.count; i++)
    if (fxi_is_registered(source, source->globals.list.items[i]))
      return true;
  return false;
}

void fxi_write_header(struct fxi_source *source, struct fxs_strbuf *out) {
  struct fxi_names declarations = {.source = source};
  size_t count = source->kernels.count;
  const char **names = fxi_must(fxs_arena_alloc(&source->arena, (count + 1) * sizeof *names));
  for (size_t i = 0; i < count; i++)
    fxi_note_type(&declarations, source->kernels.items[i].name);
  for (size_t i = 0; i < count; i++)
    names[i] = fxi_name_type(&declarations, source->kernels.items[i].name);
  fxs_strbuf_puts(out, "// Integration header, by " FXI_TOOL " " FALX_VERSION
                       ": stands before the source in a host compilation.\n");
  if (source->functions.list.count) {
    fxs_strbuf_puts(out, "#ifdef FALX_FREE_FUNCTION\n");
    fxi_write_functions(source, out);
    fxs_strbuf_puts(out, "#else\n");
  }
  fxs_strbuf_puts(out, "#pragma once\n");
  if (source->constants.count)
    fxs_strbuf_puts(out, "#define __FALX_INTEGRATION_CONSTANTS__ 1\n");
  fxs_strbuf_puts(out, "#include <sycl/detail/integration_header.hpp>\n");
  fxs_strbuf_puts(out, fxs_strbuf_text(&declarations.text));
  for (size_t i = 0; i < count; i++)
    if (names[i] && count_of(names, count, names[i]) == 1)
      write_kernel(source, &source->kernels.items[i], names[i], out);
    else
      fxs_strbuf_printf(out, "// has no name that could be declared here: %s\n",
                        source->kernels.items[i].symbol);
  if (has_registered(source))
    fxs_strbuf_puts(out, "namespace sycl::detail {\n"
                         "namespace {\n"
                         "struct __sycl_device_global_registration {\n"
                         "  __sycl_device_global_registration() noexcept;\n"
                         "  ~__sycl_device_global_registration();\n"
                         "};\n"
                         "__attribute__((init_priority(101), used)) "
                         "__sycl_device_global_registration\n"
                         "    __sycl_device_global_registrar;\n"
                         "} // namespace\n"
                         "} // namespace sycl::detail\n");
  if (source->functions.list.count)
    fxs_strbuf_puts(out, "#endif\n");
  fxs_map_free(&declarations.declared);
  fxs_vector_free(&declarations.classes.list);
  fxs_strbuf_free(&declarations.text);
}
