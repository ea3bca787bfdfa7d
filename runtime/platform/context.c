/* Contexts. All are on one list, so that late shutdown finds those that users leaked. */
#include "runtime/platform/context.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/lifetime/weak.h"
#include "runtime/platform/platform.h"

bool fxr_context_has(falx_context_t context, falx_device_t device) {
  for (; device; device = device->parent)
    for (size_t i = 0; i < context->device_count; i++)
      if (context->devices[i] == device)
        return true;
  return false;
}

/* Returns one reference; not on any list yet. */
static falx_status make(struct fxr_runtime *runtime, const falx_device_t *devices, size_t count,
                        falx_context_t *out_context) {
  falx_status status = FALX_ERROR_MEMORY_ALLOCATION;
  falx_context_t context = calloc(1, sizeof *context);
  falx_device_t *own = malloc(count * sizeof *own);
  struct fxa_device **handles = malloc(count * sizeof(struct fxa_device *));
  *out_context = NULL;
  if (!context || !own || !handles) {
    fxr_error(status, "no memory for a context");
    goto failed;
  }
  memcpy(own, devices, count * sizeof *own);
  for (size_t i = 0; i < count; i++)
    handles[i] = devices[i]->handle;
  context->ops = devices[0]->ops;
  context->platform = devices[0]->platform;
  context->devices = own;
  context->device_count = count;
  context->runtime = runtime;
  context->references = 1;
  fxr_error_clear();
  status = context->ops->context_create(handles, count, &context->handle);
  if (status != FALX_SUCCESS) {
    fxr_error_from_adapter(status, context->platform->adapter->name, "making of a context");
    goto failed;
  }
  free(handles);
  *out_context = context;
  return FALX_SUCCESS;

failed:
  free(handles);
  free(own);
  free(context);
  return status;
}

/* With the lock held. */
static void link_in(struct fxr_contexts *contexts, falx_context_t context) {
  context->next = contexts->first;
  if (context->next)
    context->next->previous = context;
  contexts->first = context;
}

static void link_out(struct fxr_contexts *contexts, falx_context_t context) {
  if (context->next)
    context->next->previous = context->previous;
  if (context->previous)
    context->previous->next = context->next;
  else
    contexts->first = context->next;
}

/* Already removed from the list. */
static void destroy(falx_context_t context) {
  fxr_weak_end(&context->weak);
  context->runtime->forget_context(context->runtime, context);
  context->ops->context_destroy(context->handle);
  if (context->user_destroy)
    context->user_destroy(context->user_data);
  free((void *)context->devices);
  free(context);
}

void fxr_context_retain(falx_context_t context) {
  __atomic_fetch_add(&context->references, 1, __ATOMIC_RELAXED);
}

void fxr_context_release(falx_context_t context) {
  if (__atomic_fetch_sub(&context->references, 1, __ATOMIC_ACQ_REL) != 1)
    return;
  struct fxr_contexts *contexts = context->runtime->contexts;
  fxs_mutex_lock(&contexts->lock);
  link_out(contexts, context);
  fxs_mutex_unlock(&contexts->lock);
  destroy(context);
}

static falx_status check_devices(const falx_device_t *devices, size_t count) {
  if (!devices || count == 0)
    return fxr_error(FALX_ERROR_INVALID, "a context needs at least one device");
  for (size_t i = 0; i < count; i++) {
    if (!devices[i])
      return fxr_error(FALX_ERROR_INVALID, "device %zu of a new context is NULL", i);
    if (devices[i]->platform != devices[0]->platform)
      return fxr_error(FALX_ERROR_INVALID,
                       "the devices of a context must be of one platform: '%s' is of '%s', '%s' "
                       "is of '%s'",
                       devices[0]->name, devices[0]->platform->info.name, devices[i]->name,
                       devices[i]->platform->info.name);
  }
  return FALX_SUCCESS;
}

falx_status falx_context_create(const falx_device_t *devices, size_t count,
                                falx_context_t *out_context) {
  FXR_CALL_MAKING(runtime);
  *out_context = NULL;
  if (!runtime)
    return fxr_runtime_status();
  falx_status status = check_devices(devices, count);
  if (status == FALX_SUCCESS)
    status = make(runtime, devices, count, out_context);
  if (status != FALX_SUCCESS)
    return status;
  fxs_mutex_lock(&runtime->contexts->lock);
  link_in(runtime->contexts, *out_context);
  fxs_mutex_unlock(&runtime->contexts->lock);
  return FALX_SUCCESS;
}

falx_status falx_context_default(falx_platform_t platform, falx_context_t *out_context) {
  FXR_CALL_MAKING(runtime);
  falx_status status = FALX_SUCCESS;
  *out_context = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (!platform)
    return fxr_error(FALX_ERROR_INVALID, "default context of no platform");
  fxs_mutex_lock(&runtime->contexts->lock);
  if (!platform->default_context) {
    status = make(runtime, platform->devices, platform->device_count, &platform->default_context);
    if (status == FALX_SUCCESS)
      link_in(runtime->contexts, platform->default_context);
  }
  if (status == FALX_SUCCESS) {
    fxr_context_retain(platform->default_context);
    *out_context = platform->default_context;
  }
  fxs_mutex_unlock(&runtime->contexts->lock);
  return status;
}

void falx_context_retain(falx_context_t context) {
  FXR_CALL(runtime);
  if (context && runtime)
    fxr_context_retain(context);
}

void falx_context_release(falx_context_t context) {
  FXR_CALL(runtime);
  if (context && runtime)
    fxr_context_release(context);
}

static bool is_live(void *context, bool retain) {
  return fxr_weak_count(&((falx_context_t)context)->references, retain);
}

falx_weak_t falx_context_weak(falx_context_t context) {
  FXR_CALL(runtime);
  return context && runtime ? fxr_weak_get(&context->weak, context, is_live) : NULL;
}

uint32_t falx_context_reference_count(falx_context_t context) {
  FXR_CALL(runtime);
  return context && runtime ? (uint32_t)__atomic_load_n(&context->references, __ATOMIC_RELAXED) : 0;
}

void falx_context_devices(falx_context_t context, const falx_device_t **out_devices,
                          size_t *out_count) {
  FXR_CALL(runtime);
  bool is_alive = context && runtime;
  *out_devices = is_alive ? context->devices : NULL;
  *out_count = is_alive ? context->device_count : 0;
}

void falx_context_set_user_data(falx_context_t context, void *data, void (*destroy_data)(void *)) {
  FXR_CALL(runtime);
  if (!context || !runtime) {
    if (destroy_data)
      destroy_data(data);
    return;
  }
  context->user_data = data;
  context->user_destroy = destroy_data;
}

void *falx_context_user_data(falx_context_t context) {
  FXR_CALL(runtime);
  return context && runtime ? context->user_data : NULL;
}

void fxr_contexts_drop_defaults(struct fxr_runtime *runtime) {
  for (size_t i = 0; i < runtime->discovery->all_count; i++) {
    falx_platform_t platform = runtime->discovery->all[i];
    falx_context_t context = platform->default_context;
    platform->default_context = NULL;
    if (context)
      fxr_context_release(context);
  }
}

/* User code may be unloaded by now: user_destroy is not called. */
void fxr_contexts_destroy_all(struct fxr_runtime *runtime) {
  for (falx_context_t context; (context = runtime->contexts->first);) {
    link_out(runtime->contexts, context);
    context->user_destroy = NULL;
    destroy(context);
  }
}
