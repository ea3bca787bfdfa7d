/* The persistent cache: its folder, and its trace. The cache itself is support/cache.h. */
#include "runtime/program/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "runtime/common/settings.h"
#include "runtime/os/os.h"
#include "support/cache.h"

#define DEFAULT_LIMIT_MIB 8192u
#define SHOWN 16 /* digits of an entry's name in a trace */

bool fxr_store_is_on(void) {
  const char *wish = fxr_setting("FALX_CACHE_PERSISTENT");
  if (!wish)
    wish = fxr_setting("SYCL_CACHE_PERSISTENT");
  return wish && strcmp(wish, "1") == 0;
}

/* Returns NULL, or why there is no folder. */
static const char *find_path(char *path, size_t size) {
  if (fxr_os_is_set_user_id())
    return "the program is set-user-id";
  const char *chosen = fxr_setting("FALX_CACHE_DIR");
  if (!chosen)
    chosen = fxr_setting("SYCL_CACHE_DIR");
  if (chosen)
    return chosen[0] == '/' && (size_t)snprintf(path, size, "%s", chosen) < size
               ? NULL
               : "FALX_CACHE_DIR or SYCL_CACHE_DIR is no absolute path, or too long";
  return fxs_cache_place(fxr_setting("XDG_CACHE_HOME"), fxr_setting("HOME"), "programs", path, size)
             ? NULL
             : "there is no home of this user's: set FALX_CACHE_DIR";
}

/* False, with a trace line, if there is no folder. path must live as long as the cache. */
static bool set_up(struct fxs_cache *cache, char *path, size_t size, const char *what) {
  const char *reason = find_path(path, size);
  *cache = (struct fxs_cache){
      .path = path,
      .kind = "program",
      .limit_setting = "FALX_CACHE_MAX_SIZE",
  };
  if (reason)
    fxr_trace("cache", "%s on disk: %s", what, reason);
  return !reason;
}

static void trace_failure(const struct fxs_cache *cache, const char *what) {
  fxr_trace("cache", "%s on disk: %.*s: %s", what, SHOWN, cache->name, cache->reason);
}

bool fxr_store_find(const struct fxs_cache_part *parts, size_t count, void **out_bytes,
                    size_t *out_size) {
  char path[4096];
  struct fxs_cache cache;
  const struct fxs_cache_key key = {.parts = parts, .count = count};
  *out_bytes = NULL;
  *out_size = 0;
  if (!fxr_store_is_on() || !set_up(&cache, path, sizeof path, "miss"))
    return false;
  if (fxs_cache_find(&cache, &key, out_bytes, out_size))
    fxr_trace("cache", "hit on disk: %.*s: %zu bytes", SHOWN, cache.name, *out_size);
  else
    trace_failure(&cache, "miss");
  return *out_bytes != NULL;
}

void fxr_store_put(const struct fxs_cache_part *parts, size_t count, const void *bytes,
                   size_t size) {
  char path[4096];
  struct fxs_cache cache;
  const struct fxs_cache_key key = {.parts = parts, .count = count};
  if (!fxr_store_is_on() || !set_up(&cache, path, sizeof path, "not kept"))
    return;
  cache.limit = fxr_setting_bytes(cache.limit_setting, DEFAULT_LIMIT_MIB);
  bool is_kept = fxs_cache_put(&cache, &key, bytes, size);
  if (cache.stats.removed)
    fxr_trace("cache",
              "on disk: removed %" PRIu64 " of %" PRIu64 " entries, which were used least recently",
              cache.stats.removed, cache.stats.counted);
  if (is_kept)
    fxr_trace("cache", "kept on disk: %.*s: %zu bytes", SHOWN, cache.name, size);
  else
    trace_failure(&cache, "not kept");
}
