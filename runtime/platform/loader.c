/* Finds, opens and checks adapters. No code of an adapter runs before its ABI version is
 * checked. */
#include "runtime/platform/loader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/os/os.h"

/* Operations that may not be NULL (adapter.h says which may). */
#define REQUIRED_OPERATIONS(X)                                                                     \
  X(platform_info)                                                                                 \
  X(devices)                                                                                       \
  X(device_info)                                                                                   \
  X(context_create)                                                                                \
  X(context_destroy)                                                                               \
  X(usm_alloc)                                                                                     \
  X(usm_free)                                                                                      \
  X(host_unified)                                                                                  \
  X(program_create)                                                                                \
  X(program_destroy)                                                                               \
  X(kernel_create)                                                                                 \
  X(kernel_destroy)                                                                                \
  X(queue_create)                                                                                  \
  X(queue_destroy)                                                                                 \
  X(queue_finish)                                                                                  \
  X(enqueue_kernel)                                                                                \
  X(enqueue_copy)                                                                                  \
  X(enqueue_fill)                                                                                  \
  X(enqueue_marker)                                                                                \
  X(event_wait)                                                                                    \
  X(event_notify)                                                                                  \
  X(event_profiling)

__attribute__((format(printf, 2, 3))) static void refuse(struct fxr_adapter *adapter,
                                                         const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (vasprintf(&adapter->reason, format, args) < 0)
    adapter->reason = NULL;
  va_end(args);
}

static bool find_path(struct fxr_runtime *runtime, struct fxr_adapter *adapter) {
  char folder[4096];
  const char *chosen = runtime->settings.values[FXR_SETTING_ADAPTER_DIR];
  if (chosen && chosen[0] != '/') {
    refuse(adapter, "FALX_ADAPTER_DIR='%s' is not an absolute path", chosen);
    return false;
  }
  errno = 0;
  if (!chosen && !fxr_os_own_folder(folder, sizeof folder)) {
    if (errno == ENOMEM)
      return false;
    refuse(adapter, "the folder of libfalx.so cannot be found; set FALX_ADAPTER_DIR");
    return false;
  }
  const char *suffix = chosen ? "" : "/falx";
  if (asprintf(&adapter->path, "%s%s/libfalx_adapter_%s.so", chosen ? chosen : folder, suffix,
               adapter->name) < 0) {
    adapter->path = NULL;
    return false;
  }
  return true;
}

/* Inspects data only. */
static bool check_interface(struct fxr_adapter *adapter, const struct fxa_adapter *interface) {
  if (!interface)
    refuse(adapter, "%s has no object named %s: it is not an adapter", adapter->path, FXA_SYMBOL);
  else if (interface->abi_major != FXA_ABI_MAJOR)
    refuse(adapter,
           "%s has adapter interface %u.%u, this runtime takes %u.x: install the runtime and its "
           "adapters from one release",
           adapter->path, interface->abi_major, interface->abi_minor, FXA_ABI_MAJOR);
  else if (interface->abi_minor < FXA_ABI_OLDEST_MINOR)
    refuse(adapter,
           "%s has adapter interface %u.%u, a draft; this runtime takes %u.%u and later: build the "
           "adapter with its headers",
           adapter->path, interface->abi_major, interface->abi_minor, FXA_ABI_MAJOR,
           FXA_ABI_OLDEST_MINOR);
  else if (!interface->name || strcmp(interface->name, adapter->name) != 0)
    refuse(adapter, "%s calls itself '%s'", adapter->path,
           interface->name ? interface->name : "(nothing)");
  else if (!interface->init || !interface->fini)
    refuse(adapter, "%s lacks init or fini", adapter->path);
  else
    return true;
  return false;
}

static bool check_table(struct fxr_adapter *adapter, const struct fxa_table *table) {
  if (!table || table->size < 2 * sizeof(size_t)) {
    refuse(adapter, "%s: init returned no table of operations", adapter->path);
    return false;
  }
  memcpy(&adapter->table, table,
         table->size < sizeof adapter->table ? table->size : sizeof adapter->table);
  const char *missing = NULL;
#define CHECK(operation)                                                                           \
  if (!adapter->table.operation)                                                                   \
    missing = #operation;
  REQUIRED_OPERATIONS(CHECK)
#undef CHECK
  if (missing)
    refuse(adapter, "%s lacks the operation %s", adapter->path, missing);
  else if (adapter->table.event_size < sizeof(struct fxa_event))
    refuse(adapter, "%s has events of %zu bytes, too small", adapter->path,
           adapter->table.event_size);
  else
    return true;
  return false;
}

static void load(struct fxr_runtime *runtime, struct fxr_adapter *adapter) {
  char reason[1024];
  if (!find_path(runtime, adapter))
    return;
  if (!fxr_os_file_exists(adapter->path)) {
    refuse(adapter, "there is no file %s", adapter->path);
    return;
  }
  adapter->library = fxr_os_open(adapter->path, reason, sizeof reason);
  if (!adapter->library) {
    refuse(adapter, "%s cannot be opened: %s", adapter->path, reason);
    return;
  }
  const struct fxa_adapter *interface = fxr_os_symbol(adapter->library, FXA_SYMBOL);
  if (!check_interface(adapter, interface))
    return;
  const struct fxa_table *table = NULL;
  fxr_error_clear();
  falx_status status = interface->init(&runtime->host, &table);
  if (status == FALX_ERROR_MEMORY_ALLOCATION) /* not permanent: the next discovery may succeed */
    return;
  if (status != FALX_SUCCESS) {
    const char *detail = falx_error_detail();
    refuse(adapter, "it cannot start: %s", detail[0] ? detail : falx_status_text(status));
    return;
  }
  adapter->is_initialised = true;
  adapter->interface = interface;
  if (!check_table(adapter, table))
    fxr_adapter_finish(adapter);
}

struct fxr_adapter *fxr_adapter_load(struct fxr_runtime *runtime, const char *name) {
  struct fxr_adapter *adapter = calloc(1, sizeof *adapter);
  if (!adapter)
    return NULL;
  snprintf(adapter->name, sizeof adapter->name, "%s", name);
  load(runtime, adapter);
  if (!adapter->is_initialised) {
    if (adapter->library)
      fxr_os_close(adapter->library);
    adapter->library = NULL;
    if (!adapter->reason) { /* out of memory for the text */
      fxr_adapter_unload(adapter);
      return NULL;
    }
  }
  if (adapter->reason)
    fxr_trace("load", "adapter %s: %s", name, adapter->reason);
  else
    fxr_trace("load", "adapter %s: loaded from %s", name, adapter->path);
  return adapter;
}

void fxr_adapter_finish(struct fxr_adapter *adapter) {
  if (adapter->is_initialised)
    adapter->interface->fini();
  adapter->is_initialised = false;
  adapter->interface = NULL;
}

void fxr_adapter_unload(struct fxr_adapter *adapter) {
  if (adapter->library)
    fxr_os_close(adapter->library);
  free(adapter->path);
  free(adapter->reason);
  free(adapter);
}
