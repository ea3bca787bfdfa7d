/* falx-ls --json: what the other options print, for programs. docs/tools.md describes the document;
 * "format" grows when something in it is renamed or goes. */
#include "tools/falx_ls.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx/adapter.h"
#include "falx/falx.h"
#include "falx/image.h"
#include "falx_version.h"
#include "support/aspects.h"

enum { FORMAT = 1 };

static const struct {
  const char *name, *default_text, *help;
  bool is_secure;
} settings[] = {
#define FALX_SETTING(id, name, is_secure, default_text, help) {name, default_text, help, is_secure},
#include "runtime/common/settings.def"
#undef FALX_SETTING
};

/* Out of memory cJSON answers NULL: the tool ends. */
static cJSON *must(cJSON *item) {
  if (!item) {
    fputs("falx-ls: error: out of memory\n", stderr);
    exit(1);
  }
  return item;
}

static cJSON *put(cJSON *object, const char *key, cJSON *value) {
  cJSON_AddItemToObject(object, key, must(value));
  return value;
}
static void put_text(cJSON *object, const char *key, const char *text) {
  put(object, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}
static void put_number(cJSON *object, const char *key, double number) {
  put(object, key, cJSON_CreateNumber(number));
}
static cJSON *append(cJSON *array, cJSON *item) {
  cJSON_AddItemToArray(array, must(item));
  return item;
}

/* ---- What there is ---- */

struct tree {
  cJSON *adapters, *platforms, *devices; /* the lists that a report goes to */
};

static void report(void *user, int depth, const char *name, const char *reason) {
  struct tree *tree = user;
  cJSON *list = depth == 0 ? tree->adapters : depth == 1 ? tree->platforms : tree->devices;
  cJSON *item = append(list, cJSON_CreateObject());
  put_text(item, "name", name);
  put(item, "available", cJSON_CreateBool(!reason));
  put_text(item, "reason", reason);
  if (depth == 0)
    tree->platforms = put(item, "platforms", cJSON_CreateArray());
  else if (depth == 1)
    tree->devices = put(item, "devices", cJSON_CreateArray());
}

/* ---- Devices that programs get ---- */

static const struct {
  const char *key;
  falx_device_info info;
  char kind; /* s: string, 4 or 8: bytes of a number */
} facts[] = {
    {"vendor", FALX_DEVICE_VENDOR, 's'},
    {"version", FALX_DEVICE_VERSION, 's'},
    {"driver_version", FALX_DEVICE_DRIVER_VERSION, 's'},
    {"compute_units", FALX_DEVICE_COMPUTE_UNITS, 4},
    {"clock_mhz", FALX_DEVICE_CLOCK_FREQUENCY, 4},
    {"max_work_group_size", FALX_DEVICE_MAX_WORK_GROUP_SIZE, 8},
    {"global_memory_bytes", FALX_DEVICE_GLOBAL_MEM_SIZE, 8},
    {"local_memory_bytes", FALX_DEVICE_LOCAL_MEM_SIZE, 8},
    {"max_allocation_bytes", FALX_DEVICE_MAX_ALLOC_SIZE, 8},
};

static const char *backend_text(falx_backend backend) {
  switch (backend) {
  case FALX_BACKEND_NATIVE_CPU:
    return "native_cpu";
  case FALX_BACKEND_OPENCL:
    return "opencl";
  case FALX_BACKEND_CUDA:
    return "cuda";
  case FALX_BACKEND_LEVEL_ZERO:
    return "level_zero";
  case FALX_BACKEND_HIP:
    return "hip";
  case FALX_BACKEND_NULL:
    break;
  }
  return "null";
}

static uint32_t type_of(falx_device_t device) {
  uint32_t type = 0;
  falx_device_get_info(device, FALX_DEVICE_TYPE, sizeof type, &type, NULL);
  return type;
}

static const char *type_text(uint32_t type) {
  static const char *const types[] = {"unknown", "cpu", "gpu", "accelerator", "custom"};
  return types[type < sizeof types / sizeof *types ? type : 0];
}

static void put_aspects(cJSON *item, falx_device_t device) {
  uint32_t numbers[128];
  size_t size;
  cJSON *list = put(item, "aspects", cJSON_CreateArray());
  if (falx_device_get_info(device, FALX_DEVICE_ASPECTS, sizeof numbers, numbers, &size) !=
      FALX_SUCCESS)
    return;
  for (size_t i = 0; i < size / sizeof *numbers; i++) {
    const char *name = fxs_aspect_name(numbers[i]);
    append(list, name ? cJSON_CreateString(name) : cJSON_CreateNumber(numbers[i]));
  }
}

static void put_sub_groups(cJSON *item, falx_device_t device) {
  uint64_t sizes[64];
  size_t size;
  cJSON *list = put(item, "sub_group_sizes", cJSON_CreateArray());
  if (falx_device_get_info(device, FALX_DEVICE_SUB_GROUP_SIZES, sizeof sizes, sizes, &size) ==
      FALX_SUCCESS)
    for (size_t i = 0; i < size / sizeof *sizes; i++)
      append(list, cJSON_CreateNumber((double)sizes[i]));
}

static void put_device(cJSON *item, falx_device_t device, falx_device_t chosen) {
  put_text(item, "backend", backend_text(falx_platform_backend(falx_device_platform(device))));
  put_text(item, "type", type_text(type_of(device)));
  put(item, "default", cJSON_CreateBool(device == chosen));
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    union {
      char text[4096];
      uint32_t u32;
      uint64_t u64;
    } value = {.u64 = 0};
    size_t size = facts[i].kind == 's' ? sizeof value.text : (size_t)facts[i].kind;
    if (falx_device_get_info(device, facts[i].info, size, &value, NULL) != FALX_SUCCESS)
      put_text(item, facts[i].key, NULL);
    else if (facts[i].kind == 's')
      put_text(item, facts[i].key, value.text);
    else
      put_number(item, facts[i].key, facts[i].kind == 4 ? value.u32 : (double)value.u64);
  }
  put_aspects(item, device);
  put_sub_groups(item, device);
}

static bool has_name(const cJSON *item, const char *name) {
  return strcmp(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "name")), name) == 0;
}

/* The device's item among those that were reported and are not described yet. */
static cJSON *item_of(cJSON *adapters, const char *platform, const char *device) {
  const cJSON *a, *p;
  cJSON *d;
  cJSON_ArrayForEach(a, adapters) cJSON_ArrayForEach(
      p, cJSON_GetObjectItemCaseSensitive(a, "platforms")) if (has_name(p, platform))
      cJSON_ArrayForEach(d, cJSON_GetObjectItemCaseSensitive(
                                p, "devices")) if (has_name(d, device) &&
                                                   !cJSON_HasObjectItem(d, "backend") &&
                                                   cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(
                                                       d, "available"))) return d;
  return NULL;
}

static bool describe_devices(cJSON *adapters, falx_device_t chosen) {
  const falx_platform_t *platforms;
  size_t platform_count;
  if (falx_platforms(&platforms, &platform_count) != FALX_SUCCESS)
    return false;
  for (size_t p = 0; p < platform_count; p++) {
    const falx_device_t *devices;
    size_t count;
    char platform[4096], name[4096];
    if (falx_platform_get_info(platforms[p], FALX_PLATFORM_NAME, sizeof platform, platform, NULL) !=
            FALX_SUCCESS ||
        falx_platform_devices(platforms[p], &devices, &count) != FALX_SUCCESS)
      return false;
    for (size_t d = 0; d < count; d++) {
      if (falx_device_get_info(devices[d], FALX_DEVICE_NAME, sizeof name, name, NULL) !=
          FALX_SUCCESS)
        return false;
      cJSON *item = item_of(adapters, platform, name);
      if (item)
        put_device(item, devices[d], chosen);
    }
  }
  return true;
}

/* Without images of a program: of those that it has code for, the rule is the same. */
static void put_default(cJSON *whole, falx_device_t chosen) {
  cJSON *item = put(whole, "default_device", chosen ? cJSON_CreateObject() : cJSON_CreateNull());
  if (!chosen)
    return;
  char name[4096];
  uint32_t type = type_of(chosen);
  if (falx_device_get_info(chosen, FALX_DEVICE_NAME, sizeof name, name, NULL) == FALX_SUCCESS)
    put_text(item, "name", name);
  put_text(item, "why",
           type == FALX_DEVICE_GPU           ? "the first GPU"
           : type == FALX_DEVICE_ACCELERATOR ? "the first accelerator; there is no GPU"
                                             : "the first device; there is no GPU or accelerator");
  put_text(item, "rule",
           "of the devices that most of a program's images are for, the first GPU, else "
           "accelerator, else any");
}

/* ---- The rest ---- */

static void put_versions(cJSON *whole) {
  cJSON *versions = put(whole, "versions", cJSON_CreateObject());
  put_text(versions, "falx", FALX_VERSION);
  put_number(versions, "api", falx_api_version());
  put_number(versions, "abi", falx_abi_version());
  put_number(versions, "adapter_abi_major", FXA_ABI_MAJOR);
  put_number(versions, "adapter_abi_minor", FXA_ABI_MINOR);
  put_number(versions, "image", FALX_IMAGE_VERSION);
}

static void put_settings(cJSON *whole) {
  cJSON *list = put(whole, "settings", cJSON_CreateArray());
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    cJSON *item = append(list, cJSON_CreateObject());
    put_text(item, "name", settings[i].name);
    put_text(item, "value", getenv(settings[i].name));
    put_text(item, "default", settings[i].default_text);
    put_text(item, "help", settings[i].help);
    put(item, "ignored_with_privileges", cJSON_CreateBool(settings[i].is_secure));
  }
}

int fxl_print_json(void) {
  cJSON *whole = must(cJSON_CreateObject());
  put_number(whole, "format", FORMAT);
  put_versions(whole);
  struct tree tree = {.adapters = put(whole, "adapters", cJSON_CreateArray())};
  falx_device_t chosen = NULL;
  bool is_ok = falx_explain_devices(report, &tree) == FALX_SUCCESS &&
               falx_device_default(&chosen) == FALX_SUCCESS &&
               describe_devices(tree.adapters, chosen);
  put_text(whole, "error", is_ok ? NULL : falx_error_detail());
  put_default(whole, chosen);
  put_settings(whole);
  char *text = cJSON_Print(whole);
  cJSON_Delete(whole);
  if (!text) {
    fputs("falx-ls: error: out of memory\n", stderr);
    return 1;
  }
  puts(text);
  cJSON_free(text);
  return is_ok ? 0 : 1;
}
