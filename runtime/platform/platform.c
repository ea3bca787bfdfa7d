/* Discovery: loads adapters, queries their devices, applies the selector, and keeps the reasons. */
#include "runtime/platform/platform.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/os/os.h"
#include "runtime/platform/selector.h"
#include "support/aspects.h"
#include "support/strbuf.h"

static const struct {
  const char *name;
  bool is_usual;
} known[] = {
#define FXR_ADAPTER(name, is_usual) {name, is_usual},
#include "runtime/platform/adapters.def"
#undef FXR_ADAPTER
};
#define KNOWN_COUNT (sizeof known / sizeof *known)

static falx_status out_of_memory(void) {
  return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for the list of devices");
}

/* Stores a reason instead of devices if the adapter fails. */
static bool give_up(char **out_reason, const char *what) {
  const char *detail = falx_error_detail();
  struct fxs_strbuf text = {0};
  fxs_strbuf_printf(&text, "%s: %s", what, detail[0] ? detail : "the adapter gave no reason");
  return (*out_reason = fxs_strbuf_take(&text)) != NULL;
}

/* The features that the device's aspects exclude; none if it reports no aspects. */
static falx_status find_lacks(struct falx_device *device) {
  static const uint32_t usm_kinds[FXS_ASPECT_COUNT] = {
      [FXS_ASPECT_INDEX_USM_HOST_ALLOCATIONS] = 1u << FALX_USM_HOST,
      [FXS_ASPECT_INDEX_USM_DEVICE_ALLOCATIONS] = 1u << FALX_USM_DEVICE,
      [FXS_ASPECT_INDEX_USM_SHARED_ALLOCATIONS] = 1u << FALX_USM_SHARED,
  };
  uint32_t aspects[64];
  size_t size;
  falx_status status = fxr_device_ask(device, FALX_DEVICE_ASPECTS, sizeof aspects, aspects, &size);
  for (size_t k = 0; size && k < FXS_ASPECT_COUNT; k++) {
    bool has_it = false;
    for (size_t i = 0; i < size / sizeof aspects[0]; i++)
      has_it |= aspects[i] == fxs_aspects[k].number;
    device->lacks |= has_it ? 0 : fxs_aspects[k].kernel_flag;
    device->lacks_usm |= has_it ? 0 : usm_kinds[k];
  }
  return status;
}

/* The image formats that the device can link, from its extensions. */
static falx_status find_links(struct falx_device *device) {
  static const struct {
    enum falx_image_format format;
    const char *word;
  } words[] = {{FALX_IMAGE_FORMAT_NATIVE, FALX_LINKS_NATIVE},
               {FALX_IMAGE_FORMAT_SPIRV, FALX_LINKS_SPIRV},
               {FALX_IMAGE_FORMAT_BITCODE, FALX_LINKS_BITCODE},
               {FALX_IMAGE_FORMAT_PTX, FALX_LINKS_PTX}};
  char text[16384]; /* drivers list one or two hundred */
  size_t size;
  falx_status status = fxr_device_ask(device, FALX_DEVICE_EXTENSIONS, sizeof text, text, &size);
  text[size ? size - 1 : 0] = 0;
  for (const char *word = text; *word;) {
    size_t length = strcspn(word, " ");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (strlen(words[i].word) == length && memcmp(word, words[i].word, length) == 0)
        device->links |= 1u << words[i].format;
    word += length + (word[length] == ' ');
  }
  return status;
}

/* Queries the device's properties. */
static falx_status ask_device(struct falx_device *device) {
  size_t size;
  uint32_t type = 0;
  falx_status status =
      fxr_device_ask(device, FALX_DEVICE_NAME, sizeof device->name, device->name, &size);
  if (!size)
    strcpy(device->name, "unnamed");
  if (status == FALX_SUCCESS)
    status = fxr_device_ask(device, FALX_DEVICE_TYPE, sizeof type, &type, &size);
  device->type = status == FALX_SUCCESS && size ? type : FALX_DEVICE_CUSTOM;
  if (status == FALX_SUCCESS)
    status = find_lacks(device);
  if (status == FALX_SUCCESS)
    status = find_links(device);
  device->is_host_unified = device->ops->host_unified(device->handle);
  return status;
}

/* False: out of memory. */
static bool fill_device(struct falx_platform *platform, struct falx_device *device,
                        const struct fxr_selector *selector) {
  bool is_ok;
  falx_status status = ask_device(device);
  if (status == FALX_ERROR_MEMORY_ALLOCATION)
    return false;
  if (status != FALX_SUCCESS)
    return give_up(&device->reason, status == FALX_ERROR_PLATFORM
                                        ? "it cannot be used"
                                        : "it does not answer what it is");
  device->reason =
      fxr_selector_judge(selector, platform->adapter->name, device->type, device->index, &is_ok);
  return is_ok;
}

/* The texts that an adapter leaves out become empty. */
static void fill_texts(struct fxa_platform_info *info) {
  const char **texts[] = {&info->name, &info->vendor, &info->version, &info->target};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!*texts[i])
      *texts[i] = "";
}

/* Of the adapter's devices, the first of which is at first among all of the adapter's. False: out
 * of memory. */
static bool fill_platform(struct fxr_discovery *discovery, struct falx_platform *platform,
                          struct fxa_device *const *handles, size_t first, size_t count,
                          const struct fxr_selector *selector) {
  platform->all = calloc(count, sizeof *platform->all);
  platform->devices = calloc(count, sizeof *platform->devices);
  if (!platform->all || !platform->devices)
    return false;
  platform->all_count = count;
  for (size_t i = 0; i < count; i++) {
    platform->all[i] = (struct falx_device){.ops = platform->ops,
                                            .handle = handles[first + i],
                                            .platform = platform,
                                            .index = (uint32_t)(first + i)};
    if (!fill_device(platform, &platform->all[i], selector))
      return false;
    if (!platform->all[i].reason)
      platform->devices[platform->device_count++] = &platform->all[i];
  }
  if (platform->device_count)
    discovery->platforms[discovery->platform_count++] = platform;
  return true;
}

/* Appends a platform of the adapter to the list of all. NULL: out of memory. */
static struct falx_platform *add_platform(struct fxr_discovery *discovery,
                                          struct fxr_adapter *adapter, bool owns_adapter) {
  size_t count = discovery->all_count + 1;
  struct falx_platform **all = realloc(discovery->all, count * sizeof *all);
  if (all)
    discovery->all = all;
  falx_platform_t *platforms = realloc(discovery->platforms, count * sizeof *platforms);
  if (platforms)
    discovery->platforms = platforms;
  struct falx_platform *platform = all && platforms ? calloc(1, sizeof *platform) : NULL;
  if (!platform)
    return NULL;
  platform->adapter = adapter;
  platform->owns_adapter = owns_adapter;
  platform->ops = &adapter->table;
  discovery->all[discovery->all_count++] = platform;
  return platform;
}

/* platform is the adapter's first. False: out of memory. */
static bool find_devices(struct fxr_discovery *discovery, struct falx_platform *platform,
                         const struct fxr_selector *selector) {
  struct fxr_adapter *adapter = platform->adapter;
  const struct fxa_table *ops = platform->ops;
  struct fxa_device *const *handles = NULL;
  size_t count = 0;
  ops->platform_info(&platform->info);
  fxr_error_clear();
  falx_status status = ops->devices(&handles, &count);
  if (status == FALX_ERROR_MEMORY_ALLOCATION)
    return false;
  if (status != FALX_SUCCESS)
    return give_up(&adapter->reason, "its devices cannot be listed");
  fill_texts(&platform->info);
  for (size_t first = 0, end; first < count; first = end) {
    end = count;
    if (first && !(platform = add_platform(discovery, adapter, false)))
      return false;
    if (ops->device_platform) {
      struct fxa_platform_info ignored;
      uint32_t number = ops->device_platform(handles[first], &platform->info);
      fill_texts(&platform->info);
      for (end = first + 1; end < count; end++)
        if (ops->device_platform(handles[end], &ignored) != number)
          break;
    }
    if (!fill_platform(discovery, platform, handles, first, end - first, selector))
      return false;
  }
  return true;
}

/* Adapters that the selector excludes are listed, but not opened. */
static struct fxr_adapter *placeholder(const char *name, const struct fxr_selector *selector) {
  struct fxr_adapter *adapter = calloc(1, sizeof *adapter);
  struct fxs_strbuf text = {0};
  fxs_strbuf_printf(&text, "not loaded: ONEAPI_DEVICE_SELECTOR='%s' takes none of its devices",
                    selector->text);
  char *reason = fxs_strbuf_take(&text);
  if (!adapter || !reason) {
    free(adapter);
    free(reason);
    return NULL;
  }
  strncpy(adapter->name, name, sizeof adapter->name - 1);
  adapter->reason = reason;
  return adapter;
}

/* False: out of memory. */
static bool add_adapter(struct fxr_runtime *runtime, const char *name,
                        const struct fxr_selector *selector) {
  struct fxr_adapter *adapter = fxr_selector_excludes(selector, name)
                                    ? placeholder(name, selector)
                                    : fxr_adapter_load(runtime, name);
  if (!adapter)
    return false;
  struct falx_platform *platform = add_platform(runtime->discovery, adapter, true);
  if (!platform) {
    fxr_adapter_finish(adapter);
    fxr_adapter_unload(adapter);
    return false;
  }
  return adapter->reason || find_devices(runtime->discovery, platform, selector);
}

static void explain(const struct fxr_discovery *discovery,
                    void (*report)(void *user, int depth, const char *name, const char *reason),
                    void *user) {
  for (size_t i = 0; i < discovery->all_count; i++) {
    const struct falx_platform *platform = discovery->all[i];
    if (platform->owns_adapter)
      report(user, 0, platform->adapter->name, platform->adapter->reason);
    if (platform->adapter->reason)
      continue;
    report(user, 1, platform->info.name, platform->all_count ? NULL : "it has no device");
    for (size_t d = 0; d < platform->all_count; d++)
      report(user, 2, platform->all[d].name, platform->all[d].reason);
  }
}

struct explanation {
  const struct fxr_selector *selector;
  struct fxs_strbuf text;
  bool wants_named; /* true: only adapters that the selector names; false: only the others */
  bool is_skipping;
};

static void append_reason(void *user, int depth, const char *name, const char *reason) {
  struct explanation *e = user;
  if (depth == 0)
    e->is_skipping = fxr_selector_names(e->selector, name) != e->wants_named;
  if (reason && !e->is_skipping)
    fxs_strbuf_printf(&e->text, "; %s%s: %s", depth == 0 ? "adapter " : "", name, reason);
}

/* Devices the selector asks for come first, since the text may be truncated. */
static falx_status explain_nothing(const struct fxr_discovery *discovery,
                                   const struct fxr_selector *selector) {
  struct explanation e = {.selector = selector, .wants_named = true};
  explain(discovery, append_reason, &e);
  e.wants_named = false;
  explain(discovery, append_reason, &e);
  fxr_error(FALX_ERROR_NO_DEVICE, "no device is left%s%s%s%s; falx-ls lists adapters and devices",
            selector->text ? " by ONEAPI_DEVICE_SELECTOR='" : "",
            selector->text ? selector->text : "", selector->text ? "'" : "",
            fxs_strbuf_text(&e.text));
  fxs_strbuf_free(&e.text);
  return FALX_ERROR_NO_DEVICE;
}

/* The null adapter computes nothing: the user must not be able to force a set-user-id program
 * onto it. */
static bool is_wanted(struct fxr_runtime *runtime, const struct fxr_selector *selector, size_t i) {
  if (strcmp(known[i].name, "null") != 0)
    return known[i].is_usual || fxr_selector_names(selector, known[i].name);
  const char *wish = runtime->settings.values[FXR_SETTING_ENABLE_NULL];
  return !fxr_os_is_set_user_id() &&
         (fxr_selector_names(selector, "null") || (wish && strcmp(wish, "1") == 0));
}

static falx_status discover(struct fxr_runtime *runtime) {
  struct fxr_discovery *discovery = runtime->discovery;
  struct fxr_selector selector;
  falx_status status =
      fxr_selector_parse(runtime->settings.values[FXR_SETTING_SELECTOR], &selector);
  if (status != FALX_SUCCESS)
    return status;
  bool is_ok = true;
  for (size_t i = 0; is_ok && i < KNOWN_COUNT; i++)
    if (is_wanted(runtime, &selector, i))
      is_ok = add_adapter(runtime, known[i].name, &selector);
  if (!is_ok)
    status = out_of_memory();
  else if (discovery->platform_count == 0)
    status = explain_nothing(discovery, &selector);
  fxr_selector_free(&selector);
  return status;
}

falx_status fxr_discovery_run(struct fxr_runtime *runtime) {
  struct fxr_discovery *discovery = runtime->discovery;
  falx_status status = FALX_SUCCESS;
  if (__atomic_load_n(&discovery->is_done, __ATOMIC_ACQUIRE))
    return FALX_SUCCESS;
  fxs_mutex_lock(&discovery->lock);
  if (!__atomic_load_n(&discovery->is_done, __ATOMIC_RELAXED)) {
    fxr_discovery_forget(discovery); /* what was found before was not enough */
    fxr_discovery_free(discovery);
    status = fxr_runtime_arm_early_shutdown() ? discover(runtime) : out_of_memory();
    __atomic_store_n(&discovery->is_done, status == FALX_SUCCESS, __ATOMIC_RELEASE);
  }
  fxs_mutex_unlock(&discovery->lock);
  return status;
}

void fxr_discovery_forget(struct fxr_discovery *discovery) {
  free(discovery->platforms);
  discovery->platforms = NULL;
  discovery->platform_count = 0;
}

void fxr_discovery_free(struct fxr_discovery *discovery) {
  for (size_t i = discovery->all_count; i-- > 0;)
    if (discovery->all[i]->owns_adapter)
      fxr_adapter_finish(discovery->all[i]->adapter);
  for (size_t i = discovery->all_count; i-- > 0;) {
    struct falx_platform *platform = discovery->all[i];
    for (size_t d = 0; d < platform->all_count; d++)
      free(platform->all[d].reason);
    for (struct falx_device *sub = platform->sub_devices, *next; sub; sub = next) {
      next = sub->next;
      free(sub);
    }
    free(platform->all);
    free(platform->devices);
    if (platform->owns_adapter)
      fxr_adapter_unload(platform->adapter);
    free(platform);
  }
  free(discovery->all);
  discovery->all = NULL;
  discovery->all_count = 0;
}

falx_status falx_platforms(const falx_platform_t **out_platforms, size_t *out_count) {
  FXR_CALL_MAKING(runtime);
  *out_platforms = NULL;
  *out_count = 0;
  if (!runtime)
    return fxr_runtime_status();
  falx_status status = fxr_discovery_run(runtime);
  if (status == FALX_SUCCESS) {
    *out_platforms = runtime->discovery->platforms;
    *out_count = runtime->discovery->platform_count;
  }
  return status;
}

falx_status falx_platform_devices(falx_platform_t platform, const falx_device_t **out_devices,
                                  size_t *out_count) {
  FXR_CALL(runtime);
  *out_devices = NULL;
  *out_count = 0;
  if (!runtime)
    return fxr_runtime_status();
  if (!platform)
    return fxr_error(FALX_ERROR_INVALID, "devices asked of no platform");
  *out_devices = platform->devices;
  *out_count = platform->device_count;
  return FALX_SUCCESS;
}

falx_backend falx_platform_backend(falx_platform_t platform) {
  FXR_CALL(runtime);
  return platform && runtime ? platform->info.backend : FALX_BACKEND_NULL;
}

falx_status falx_platform_get_info(falx_platform_t platform, falx_platform_info info, size_t size,
                                   void *value, size_t *out_size) {
  FXR_CALL(runtime);
  if (out_size)
    *out_size = 0;
  if (!runtime)
    return fxr_runtime_status();
  if (!platform)
    return fxr_error(FALX_ERROR_INVALID, "information asked of no platform");
  const char *text;
  switch (info) {
  case FALX_PLATFORM_NAME:
    text = platform->info.name;
    break;
  case FALX_PLATFORM_VENDOR:
    text = platform->info.vendor;
    break;
  case FALX_PLATFORM_VERSION:
    text = platform->info.version;
    break;
  default:
    return fxr_error(FALX_ERROR_INVALID, "%d is no platform query", (int)info);
  }
  size_t needed = strlen(text) + 1;
  if (value && size < needed)
    return fxr_error(FALX_ERROR_INVALID, "a platform query needs %zu bytes, %zu were given", needed,
                     size);
  if (value)
    memcpy(value, text, needed);
  if (out_size)
    *out_size = needed;
  return FALX_SUCCESS;
}

falx_status falx_explain_devices(void (*report)(void *user, int depth, const char *name,
                                                const char *reason),
                                 void *user) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  struct fxr_discovery *discovery = runtime->discovery;
  falx_status status = fxr_discovery_run(runtime);
  bool is_done = status == FALX_SUCCESS;
  if (!is_done) /* the next query of another thread would search again */
    fxs_mutex_lock(&discovery->lock);
  explain(discovery, report, user);
  if (!is_done)
    fxs_mutex_unlock(&discovery->lock);
  return status;
}
