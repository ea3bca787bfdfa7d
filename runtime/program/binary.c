/* What drivers make of programs, in the persistent cache (docs/caches.md). Its key: the images and
 * their options, the device, its driver's version. */
#include "runtime/program/binary.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/common/settings.h"
#include "runtime/platform/context.h"
#include "runtime/platform/platform.h"
#include "runtime/program/store.h"

#define FORMAT "falx program of a driver 1"

enum { PARTS_BEFORE = 5, PARTS_OF_IMAGE = 4 };

struct key {
  char name[256], version[256], driver[256]; /* of the device; cut off where they are longer */
  struct fxs_cache_part *parts;              /* owned */
  size_t count;
};

static struct fxs_cache_part part(const char *text) {
  return (struct fxs_cache_part){text, strlen(text)};
}

static void ask_text(falx_device_t device, falx_device_info info, char *text, size_t size) {
  size_t length;
  char all[4096];
  falx_status status = fxr_device_ask(device, info, sizeof all, all, &length);
  if (status != FALX_SUCCESS || !length)
    all[0] = 0;
  all[sizeof all - 1] = 0;
  strncpy(text, all, size - 1);
  text[size - 1] = 0;
}

/* False: no memory, or an image that has no bytes to tell it by. The texts point into the key. */
static bool make_key(falx_device_t device, const struct falx_image *const *images, size_t count,
                     struct key *key) {
  key->count = 0;
  key->parts = calloc(PARTS_BEFORE + count * PARTS_OF_IMAGE, sizeof *key->parts);
  if (!key->parts)
    return false;
  ask_text(device, FALX_DEVICE_NAME, key->name, sizeof key->name);
  ask_text(device, FALX_DEVICE_VERSION, key->version, sizeof key->version);
  ask_text(device, FALX_DEVICE_DRIVER_VERSION, key->driver, sizeof key->driver);
  const char *texts[PARTS_BEFORE] = {FORMAT, device->platform->adapter->name, key->name,
                                     key->version, key->driver};
  for (size_t i = 0; i < PARTS_BEFORE; i++)
    key->parts[key->count++] = part(texts[i]);
  for (size_t i = 0; i < count; i++) {
    const struct falx_image *image = images[i];
    size_t size = (size_t)(image->binary_end - image->binary_begin);
    if (!size)
      return false;
    key->parts[key->count++] = part(image->target);
    key->parts[key->count++] = part(image->compile_options);
    key->parts[key->count++] = part(image->link_options);
    key->parts[key->count++] = (struct fxs_cache_part){image->binary_begin, size};
  }
  return true;
}

static void keep(const struct fxa_table *ops, struct fxa_program *program, const struct key *key) {
  size_t size = 0;
  void *bytes = NULL;
  if (ops->program_save(program, 0, NULL, &size) == FALX_SUCCESS && size)
    bytes = malloc(size);
  if (bytes && ops->program_save(program, size, bytes, &size) == FALX_SUCCESS)
    fxr_store_put(key->parts, key->count, bytes, size);
  else
    fxr_trace("cache", "not kept on disk: the driver does not give out what it made");
  free(bytes);
}

/* True: the driver has taken what the cache has. */
static bool take(const struct fxa_table *ops, falx_context_t context, falx_device_t device,
                 const struct falx_image *const *images, size_t count, const struct key *key,
                 struct fxa_program **out_program) {
  void *bytes;
  size_t size;
  if (!fxr_store_find(key->parts, key->count, &bytes, &size))
    return false;
  falx_status status =
      ops->program_load(context->handle, device->handle, images, count, bytes, size, out_program);
  free(bytes);
  if (status != FALX_SUCCESS)
    fxr_trace("cache", "the driver refuses what it made: %s", falx_error_detail());
  fxr_error_clear();
  return status == FALX_SUCCESS;
}

falx_status fxr_binary_make(falx_context_t context, falx_device_t device,
                            const struct falx_image *const *images, size_t count,
                            struct fxa_program **out_program) {
  const struct fxa_table *ops = device->ops;
  struct key key = {.parts = NULL};
  bool has_key = ops->program_save && ops->program_load && fxr_store_is_on() &&
                 make_key(device, images, count, &key);
  falx_status status = FALX_SUCCESS;
  if (!has_key || !take(ops, context, device, images, count, &key, out_program)) {
    status = ops->program_create(context->handle, device->handle, images, count, out_program);
    if (status == FALX_SUCCESS && has_key) {
      keep(ops, *out_program, &key);
      fxr_error_clear();
    }
  }
  free(key.parts);
  return status;
}
