/* Kernels and variables that modules export by name, for C programs and other languages.
 * Registration only links what the module owns into a list, which searches walk: it is searched
 * once for each name that a program uses. */
#include "runtime/program/exports.h"

#include <stdio.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/program/image.h"
#include "support/strbuf.h"

FALX_API void falx_register_export(struct falx_export *exported) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!exported || !fxr_runtime_may_register())
    return;
  fxs_mutex_lock(&registry->lock);
  struct falx_export **link = &registry->named;
  while (*link)
    link = &(*link)->next;
  exported->next = NULL;
  *link = exported;
  fxs_mutex_unlock(&registry->lock);
}

FALX_API void falx_unregister_export(struct falx_export *exported) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!exported || !fxr_runtime_may_register())
    return;
  fxs_mutex_lock(&registry->lock);
  struct falx_export **link = &registry->named;
  while (*link && *link != exported)
    link = &(*link)->next;
  if (*link)
    *link = exported->next;
  fxs_mutex_unlock(&registry->lock);
}

/* With the lock held. */
static bool is_of(falx_export_t exported, falx_library_t library) {
  char path[4096];
  return !library || strcmp(fxr_module_path(exported->module, path, sizeof path),
                            fxr_library_path(library)) == 0;
}

static const char *kind_text(uint32_t kind) {
  return kind == FALX_EXPORT_KERNEL ? "kernel" : "device_global";
}

/* With the lock held. */
static falx_status explain_absence(const struct fxr_image_registry *registry,
                                   falx_library_t library, falx_export_kind kind,
                                   const char *name) {
  struct fxs_strbuf names = {0};
  for (falx_export_t e = registry->named; e; e = e->next)
    if (e->kind == (uint32_t)kind && is_of(e, library))
      fxs_strbuf_printf(&names, "%s%s", names.length ? ", " : "", e->name);
  falx_status status = fxr_error(
      kind == FALX_EXPORT_KERNEL ? FALX_ERROR_NO_KERNEL : FALX_ERROR_INVALID,
      "no %s named '%s' is exported%s; %s%s. A source exports one with SYCL_EXT_FALX_EXPORT_%s "
      "(<sycl/ext/falx/export.hpp>)",
      kind_text(kind), name, library ? " by the library" : "",
      names.length ? "there are: " : "there is none", fxs_strbuf_text(&names),
      kind == FALX_EXPORT_KERNEL ? "KERNEL(name)" : "VARIABLE(name)");
  fxs_strbuf_free(&names);
  return status;
}

FALX_API falx_status falx_export_find(falx_library_t library, falx_export_kind kind,
                                      const char *name, falx_export_t *out_export) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (!name || !out_export)
    return fxr_error(FALX_ERROR_INVALID, "falx_export_find: a NULL argument");
  *out_export = NULL;
  if (kind != FALX_EXPORT_KERNEL && kind != FALX_EXPORT_VARIABLE)
    return fxr_error(FALX_ERROR_INVALID, "falx_export_find: there is no kind %d", (int)kind);
  struct fxr_image_registry *registry = fxr_runtime_images();
  falx_export_t found = NULL, other = NULL;
  falx_status status = FALX_SUCCESS;
  fxs_mutex_lock(&registry->lock);
  for (falx_export_t e = registry->named; e; e = e->next) {
    if (e->kind != (uint32_t)kind || strcmp(e->name, name) != 0 || !is_of(e, library))
      continue;
    if (!found)
      found = e;
    else if (found->module != e->module)
      other = e;
  }
  if (other) {
    char first[512], second[512];
    status = fxr_error(FALX_ERROR_INVALID,
                       "%s '%s' is exported by %s and by %s: say which library is meant",
                       kind_text(kind), name, fxr_module_path(found->module, first, sizeof first),
                       fxr_module_path(other->module, second, sizeof second));
  } else if (!found) {
    status = explain_absence(registry, library, kind, name);
  }
  fxs_mutex_unlock(&registry->lock);
  *out_export = status == FALX_SUCCESS ? found : NULL;
  return status;
}

FALX_API falx_status falx_export_list(falx_library_t library, falx_export_t *out_exports,
                                      size_t capacity, size_t *out_count) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (!out_count || (capacity && !out_exports))
    return fxr_error(FALX_ERROR_INVALID, "falx_export_list: a NULL argument");
  struct fxr_image_registry *registry = fxr_runtime_images();
  size_t count = 0;
  fxs_mutex_lock(&registry->lock);
  for (falx_export_t e = registry->named; e; e = e->next)
    if (is_of(e, library)) {
      if (count < capacity)
        out_exports[count] = e;
      count++;
    }
  fxs_mutex_unlock(&registry->lock);
  *out_count = count;
  return FALX_SUCCESS;
}

/* As snprintf. */
static int format_signature(falx_export_t e, char *buffer, size_t size) {
  int length = (int)e->types_length;
  if (e->kind == FALX_EXPORT_KERNEL)
    return snprintf(buffer, size, "%s(%.*s)", e->name, length, e->types);
  const char *bound = memchr(e->types, '[', e->types_length); /* "int[4]" */
  int before = bound ? (int)(bound - e->types) : length;
  bool is_close = before && (e->types[before - 1] == '*' || e->types[before - 1] == ' ');
  return snprintf(buffer, size, "%.*s%s%s%.*s", before, e->types, is_close ? "" : " ", e->name,
                  length - before, e->types + before);
}

const char *fxr_export_text(falx_export_t exported, char *buffer, size_t size) {
  format_signature(exported, buffer, size);
  return buffer;
}

FALX_API falx_status falx_export_signature(falx_export_t exported, size_t size, char *text,
                                           size_t *out_size) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (!exported)
    return fxr_error(FALX_ERROR_INVALID, "falx_export_signature: the export is NULL");
  size_t needed = (size_t)format_signature(exported, NULL, 0) + 1;
  if (out_size)
    *out_size = needed;
  if (!text)
    return FALX_SUCCESS;
  if (size < needed)
    return fxr_error(FALX_ERROR_INVALID, "falx_export_signature: %zu bytes are needed, not %zu",
                     needed, size);
  format_signature(exported, text, size);
  return FALX_SUCCESS;
}
