/* Device images loaded at run time: as libraries, whose own constructors register them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "falx/falx.h"
#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/os/os.h"
#include "runtime/program/exports.h"
#include "runtime/program/image.h"
#include "support/file.h"

struct falx_library {
  void *handle;
  int file;   /* memory file of bytes: kept open, as the loader identifies libraries by path; else
               * -1 */
  char *path; /* as the loader knows it; owned */
};

static bool is_elf(const void *bytes, size_t size) {
  return size >= 4 && memcmp(bytes, "\177ELF", 4) == 0;
}

/* Whether a registered module was loaded from the file. */
static bool has_images(const char *path) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  char found[4096];
  bool has_it = false;
  fxs_mutex_lock(&registry->lock);
  for (const struct fxr_module *m = registry->first; m && !has_it; m = m->next)
    has_it = strcmp(fxr_module_path(m->desc, found, sizeof found), path) == 0;
  fxs_mutex_unlock(&registry->lock);
  return has_it;
}

static void free_library(struct falx_library *library) {
  free(library->path);
  free(library);
}

const char *fxr_library_path(falx_library_t library) {
  return library->path;
}

/* path is for the loader; shown is for messages. */
static falx_status load(const char *path, const char *shown, int file,
                        falx_library_t *out_library) {
  char reason[512];
  struct falx_library *library = calloc(1, sizeof *library);
  if (!library || !(library->path = strdup(path))) {
    free(library);
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a library");
  }
  library->file = file;
  library->handle = fxr_os_open(path, reason, sizeof reason);
  if (!library->handle) {
    free_library(library);
    return fxr_error(FALX_ERROR_INVALID, "cannot load '%s': %s", shown, reason);
  }
  if (!has_images(path)) {
    fxr_os_close(library->handle);
    free_library(library);
    return fxr_error(FALX_ERROR_INVALID,
                     "'%s' holds no device code; build it with falx++ -fsycl -shared", shown);
  }
  *out_library = library;
  return FALX_SUCCESS;
}

static falx_status refuse_format(const char *shown) {
  return fxr_error(FALX_ERROR_NOT_SUPPORTED,
                   "'%s' is no shared library; images of other formats (SPIR-V, bitcode) cannot be "
                   "loaded yet: build it with falx++ -fsycl -shared",
                   shown);
}

FALX_API falx_status falx_library_load(const char *path, falx_library_t *out_library) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (!path || !out_library)
    return fxr_error(FALX_ERROR_INVALID, "falx_library_load: a NULL argument");
  *out_library = NULL;
  struct fxs_file file = {0};
  char *real = realpath(path, NULL); /* no slash would make the loader search its folders */
  int problem = real ? fxs_file_map(real, &file) : errno;
  bool is_library = is_elf(file.data, file.size);
  fxs_file_free(&file);
  falx_status status;
  if (problem)
    status = fxr_error(problem == ENOMEM ? FALX_ERROR_MEMORY_ALLOCATION : FALX_ERROR_INVALID,
                       "cannot read '%s': %s; check the path", path, strerror(problem));
  else
    status = is_library ? load(real, path, -1, out_library) : refuse_format(path);
  free(real);
  return status;
}

FALX_API falx_status falx_library_load_bytes(const void *bytes, size_t size,
                                             falx_library_t *out_library) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (!bytes || !out_library)
    return fxr_error(FALX_ERROR_INVALID, "falx_library_load_bytes: a NULL argument");
  *out_library = NULL;
  char path[256];
  if (!is_elf(bytes, size))
    return refuse_format("the image in memory");
  int file = fxr_os_memory_file(bytes, size, path, sizeof path);
  if (file < 0)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for an image of %zu bytes: %s", size,
                     path);
  falx_status status = load(path, "the image in memory", file, out_library);
  if (status != FALX_SUCCESS)
    fxr_os_close_file(file);
  return status;
}

FALX_API void *falx_library_symbol(falx_library_t library, const char *name) {
  return library && name ? fxr_os_symbol(library->handle, name) : NULL;
}

FALX_API void falx_library_unload(falx_library_t library) {
  if (!library)
    return;
  fxr_os_close(library->handle);
  if (library->file >= 0)
    fxr_os_close_file(library->file);
  free_library(library);
}
