/* Device globals: one allocation per context and device, shared by every program that uses the
 * variable, and by copies from and to the host.
 *
 * A variable is identified by its host instance: libraries that share one under the host's
 * linkage rules share it on devices; libraries with separate variables of the same name keep
 * them separate there, too. */
#include "runtime/program/device_global.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/os/os.h"
#include "runtime/platform/context.h"
#include "runtime/platform/platform.h"
#include "runtime/program/program.h"
#include "runtime/program/specialize.h"

struct fxr_global_memory {
  falx_context_t context;
  falx_device_t device;
  void *pointer;
  struct fxr_global_memory *next;
};

struct fxr_global {
  char *id;            /* NULL: no image uses it, and host identifies it */
  uint32_t which;      /* index from 0 among the present variables with this id */
  const void *host;    /* the variable on the host; NULL if absent there */
  size_t size;         /* bytes; 0 while unknown */
  bool is_scoped;      /* device_image_scope */
  const void *initial; /* initial_size bytes; the rest is zeros */
  size_t initial_size;
  void *described; /* an image's initial value: an owned copy, since images are unloaded */
  size_t images;   /* that use it, counted once per module */
  struct fxr_global_memory *memories;
  struct fxr_global *next;
};

/* ---- The variables ---- */

/* host: NULL if the image does not know it, as for a static variable in an object not compiled
 * by falx++; then the id alone identifies the variable. */
static struct fxr_global *find_id(const struct fxr_globals *globals, const char *id,
                                  const void *host) {
  struct fxr_global *global = globals->first;
  while (global && !(global->id && strcmp(global->id, id) == 0 &&
                     (!host || !global->host || global->host == host)))
    global = global->next;
  return global;
}

static uint32_t free_number(const struct fxr_globals *globals, const char *id) {
  uint32_t which = 0;
  for (const struct fxr_global *global = globals->first; global;)
    if (global->id && global->which == which && strcmp(global->id, id) == 0) {
      which++;
      global = globals->first;
    } else {
      global = global->next;
    }
  return which;
}

static struct fxr_global *find_host(const struct fxr_globals *globals, const void *host) {
  struct fxr_global *global = globals->first;
  while (global && global->host != host)
    global = global->next;
  return global;
}

static void free_memory(struct fxr_global_memory *memory) {
  memory->device->ops->usm_free(memory->context->handle, memory->pointer);
  free(memory);
}

static void destroy(struct fxr_global *global) {
  while (global->memories) {
    struct fxr_global_memory *next = global->memories->next;
    free_memory(global->memories);
    global->memories = next;
  }
  free(global->id);
  free(global->described);
  free(global);
}

/* NULL if out of memory. */
static struct fxr_global *create(struct fxr_globals *globals, const char *id) {
  struct fxr_global *global = calloc(1, sizeof *global);
  if (!global || (id && !(global->id = strdup(id)))) {
    free(global);
    return NULL;
  }
  global->which = id ? free_number(globals, id) : 0;
  global->next = globals->first;
  globals->first = global;
  return global;
}

static void remove_one(struct fxr_globals *globals, struct fxr_global *global) {
  struct fxr_global **link = &globals->first;
  while (*link != global)
    link = &(*link)->next;
  *link = global->next;
  destroy(global);
}

/* Iterates over the variables of an image, in property set order; NULL past the last. */
static const struct falx_device_global *variable_at(const struct fxr_image *image, size_t index,
                                                    const char **out_id, size_t *out_size) {
  if (index >= fxr_property_count(image->globals))
    return NULL;
  const struct falx_property *property = &image->globals->begin[index];
  *out_id = property->name;
  *out_size = property->size;
  return property->value;
}

static const void *host_of(const struct fxr_image *image, const char *id) {
  const struct falx_image_entry *entry = image->image->entries_begin;
  for (; entry && entry < image->image->entries_end; entry++)
    if (entry->flags == FALX_ENTRY_HOST_GLOBAL && entry->name && strcmp(entry->name, id) == 0)
      return entry->address;
  return NULL;
}

/* The host instance: from the linker, or registered by an integration footer. */
static const void *known_host(const struct fxr_globals *globals, const struct fxr_image *image,
                              const char *id) {
  const void *linked = host_of(image, id);
  return linked ? linked : fxr_host_global_find(globals, id);
}

/* True if an earlier image of module has the variable. */
static bool is_counted(const struct fxr_module *module, const struct fxr_image *image,
                       const char *id) {
  for (const struct fxr_image *other = module->images; other != image; other++) {
    const char *known;
    size_t size;
    for (size_t i = 0; variable_at(other, i, &known, &size); i++)
      if (strcmp(known, id) == 0)
        return true;
  }
  return false;
}

/* Finds or creates the variable; NULL if out of memory. */
static struct fxr_global *take_variable(struct fxr_globals *globals, const void *host,
                                        const char *id) {
  struct fxr_global *global = find_id(globals, id, host);
  struct fxr_global *alone = host ? find_host(globals, host) : NULL;
  if (global)
    return global;
  if (!alone || alone->id)
    return create(globals, id);
  uint32_t which = free_number(globals, id); /* a copy used it before this image was loaded */
  if (!(alone->id = strdup(id)))
    return NULL;
  alone->which = which;
  return alone;
}

/* Does not count the use. False if out of memory. */
static bool add_variable(struct fxr_globals *globals, const struct fxr_image *image, const char *id,
                         const struct falx_device_global *variable, size_t size) {
  const void *host = known_host(globals, image, id);
  struct fxr_global *global = take_variable(globals, host, id);
  if (!global)
    return false;
  global->is_scoped = variable->device_image_scope;
  global->host = host ? host : global->host;
  if (variable->size && !global->described) {
    global->initial_size = size - sizeof *variable;
    if (!(global->described = malloc(global->initial_size + 1)))
      return false;
    memcpy(global->described, variable + 1, global->initial_size);
    global->initial = global->described;
    global->size = variable->size;
  }
  return true;
}

static struct fxr_global *find_variable(const struct fxr_globals *globals,
                                        const struct fxr_image *image, const char *id) {
  return find_id(globals, id, known_host(globals, image, id));
}

/* Removes variables added but not counted, except those whose memory a copy already uses. */
static void drop_uncounted(struct fxr_globals *globals) {
  for (struct fxr_global *global = globals->first, *next; global; global = next) {
    next = global->next;
    if (global->id && !global->images && !global->memories)
      remove_one(globals, global);
  }
}

/* Removes variables that no image uses and whose host instances are unloaded with the module. */
static void forget_hosts(struct fxr_globals *globals, const struct fxr_module *module) {
  char path[4096], other[4096];
  bool is_known = false;
  for (struct fxr_global *global = globals->first, *next; global; global = next) {
    next = global->next;
    if (global->images || (!is_known && !fxr_os_module_path(module->handle, path, sizeof path)))
      continue;
    is_known = true;
    if (fxr_os_module_path(global->host, other, sizeof other) && strcmp(path, other) == 0)
      remove_one(globals, global);
  }
}

bool fxr_globals_add(struct fxr_globals *globals, const struct fxr_module *module) {
  const struct falx_device_global *variable;
  const char *id;
  size_t size;
  for (size_t i = 0; i < module->image_count; i++)
    for (size_t v = 0; (variable = variable_at(&module->images[i], v, &id, &size)); v++)
      if (!add_variable(globals, &module->images[i], id, variable, size)) {
        drop_uncounted(globals);
        return false;
      }
  for (size_t i = 0; i < module->image_count; i++)
    for (size_t v = 0; variable_at(&module->images[i], v, &id, &size); v++)
      if (!is_counted(module, &module->images[i], id))
        find_variable(globals, &module->images[i], id)->images++;
  return true;
}

void fxr_globals_remove(struct fxr_globals *globals, const struct fxr_module *module) {
  for (size_t i = 0; i < module->image_count; i++) {
    const char *id;
    size_t size;
    for (size_t v = 0; variable_at(&module->images[i], v, &id, &size); v++) {
      struct fxr_global *global = find_variable(globals, &module->images[i], id);
      if (global && !is_counted(module, &module->images[i], id) && --global->images == 0)
        remove_one(globals, global);
    }
  }
  forget_hosts(globals, module);
}

/* ---- Their memory ---- */

/* Reads struct falx_device_global_host (falx.h) of the host instance. */
static void ask_host(struct fxr_global *global) {
  const struct falx_device_global_host *host = global->host;
  if (!host || global->is_scoped)
    return;
  global->size = host->descriptor->size;
  global->initial = (const char *)global->host + host->descriptor->initial_offset;
  global->initial_size = global->size;
}

/* The largest alignment that a type of that size can have. */
static size_t alignment_of(size_t size) {
  size_t alignment = size & (~size + 1);
  return alignment < 64 ? 64 : alignment > 4096 ? 4096 : alignment;
}

static void put_initial(const struct fxr_global *global, char *memory, size_t size) {
  size_t known = global->initial_size < size ? global->initial_size : size;
  memset(memory, 0, size);
  if (known)
    memcpy(memory, global->initial, known);
}

/* Uses the adapter's operation if it has one; otherwise the host can write to the memory. */
static falx_status initialize(const struct fxr_global *global, falx_context_t context,
                              falx_device_t device, void *memory, size_t size) {
  if (!device->ops->memory_write) {
    put_initial(global, memory, size);
    return FALX_SUCCESS;
  }
  char *value = malloc(size);
  if (!value)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION,
                     "no memory for the initial value of a device_global");
  put_initial(global, value, size);
  fxr_error_clear();
  falx_status status =
      device->ops->memory_write(context->handle, device->handle, memory, value, size);
  free(value);
  return status == FALX_SUCCESS ? status
                                : fxr_error_from_adapter(status, device->platform->adapter->name,
                                                         "initial value of a device_global");
}

static falx_status make_memory(struct fxr_global *global, falx_context_t context,
                               falx_device_t device, void **out_pointer) {
  struct fxr_global_memory *memory = calloc(1, sizeof *memory);
  if (!memory)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a device_global");
  if (!global->size)
    ask_host(global);
  size_t size = global->size ? global->size : 1;
  bool is_device = device->ops->memory_write || device->ops->host_unified(device->handle);
  fxr_error_clear();
  falx_status status = device->ops->usm_alloc(context->handle, device->handle,
                                              is_device ? FALX_USM_DEVICE : FALX_USM_SHARED, size,
                                              alignment_of(size), &memory->pointer);
  if (status != FALX_SUCCESS) {
    free(memory);
    return fxr_error_from_adapter(status, device->platform->adapter->name,
                                  "memory of a device_global");
  }
  status = initialize(global, context, device, memory->pointer, size);
  if (status != FALX_SUCCESS) {
    device->ops->usm_free(context->handle, memory->pointer);
    free(memory);
    return status;
  }
  memory->context = context;
  memory->device = device;
  memory->next = global->memories;
  global->memories = memory;
  *out_pointer = memory->pointer;
  fxr_trace("program", "device_global %s: %zu bytes for %s", global->id ? global->id : "(host)",
            global->size, device->name);
  return FALX_SUCCESS;
}

static falx_status memory_of(struct fxr_global *global, falx_context_t context,
                             falx_device_t device, void **out_pointer) {
  for (const struct fxr_global_memory *m = global->memories; m; m = m->next)
    if (m->context == context && m->device == device) {
      *out_pointer = m->pointer;
      return FALX_SUCCESS;
    }
  return make_memory(global, context, device, out_pointer);
}

/* Binds the variable in the image that runs. */
static falx_status bind(struct fxr_globals *globals, struct fxr_program *program,
                        const struct fxr_image *image, const void *host, const char *id) {
  struct fxr_global *global = find_id(globals, id, host);
  void *pointer;
  if (!global)
    return fxr_error(FALX_ERROR_BUILD, "device_global %s is in no table", id);
  if (!program->device->ops->variable_bind)
    return fxr_error(FALX_ERROR_NOT_SUPPORTED, "the device '%s' has no global variables yet",
                     program->device->name);
  falx_status status = memory_of(global, program->context, program->device, &pointer);
  if (status != FALX_SUCCESS)
    return status;
  fxr_error_clear();
  status = program->device->ops->variable_bind(program->handle, image->image, id, global->which,
                                               pointer);
  return status == FALX_SUCCESS
             ? status
             : fxr_error_from_adapter(status, program->device->platform->adapter->name,
                                      "setting of a device_global");
}

falx_status fxr_globals_bind(struct fxr_globals *globals, struct fxr_program *program) {
  falx_status status = FALX_SUCCESS;
  for (size_t i = 0; i < program->use_count; i++) {
    const struct fxr_program_use *use = &program->uses[i];
    const struct fxr_image *runs = use->made ? &use->made->module.images[0] : use->image;
    const char *id;
    size_t size;
    for (size_t v = 0; status == FALX_SUCCESS && variable_at(runs, v, &id, &size); v++)
      status = bind(globals, program, runs, known_host(globals, use->image, id), id);
  }
  return status;
}

void fxr_globals_forget_context(falx_context_t context) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  fxs_mutex_lock(&registry->lock);
  for (struct fxr_global *global = registry->globals.first; global; global = global->next)
    for (struct fxr_global_memory **link = &global->memories; *link;) {
      struct fxr_global_memory *memory = *link;
      if (memory->context == context) {
        *link = memory->next;
        free_memory(memory);
      } else {
        link = &memory->next;
      }
    }
  fxs_mutex_unlock(&registry->lock);
}

void fxr_globals_forget_host(struct fxr_globals *globals, const void *variable) {
  struct fxr_global *global = find_host(globals, variable);
  if (global && global->id)
    global->host = NULL;
  else if (global)
    remove_one(globals, global);
}

void fxr_globals_free(struct fxr_globals *globals) {
  while (globals->first) {
    struct fxr_global *next = globals->first->next;
    globals->first->memories = NULL; /* already freed with their contexts */
    destroy(globals->first);
    globals->first = next;
  }
}

/* ---- Copies ---- */

/* Finds a variable with internal linkage (its name includes the unit) without an address here,
 * although it may be descriptor's: its object file was not compiled by falx++. */
static bool has_nameless(const struct fxr_globals *globals,
                         const struct falx_device_global_descriptor *descriptor) {
  for (const struct fxr_global *global = globals->first; global; global = global->next)
    if (global->id && !global->host && strchr(global->id, '.') &&
        global->size == descriptor->size && global->is_scoped == !!descriptor->device_image_scope)
      return true;
  return false;
}

static falx_status find_memory(struct fxr_globals *globals, const void *variable,
                               const struct falx_device_global_descriptor *descriptor,
                               falx_context_t context, falx_device_t device, void **out_pointer) {
  struct fxr_global *global = find_host(globals, variable);
  const char *id = global ? NULL : fxr_host_global_id(globals, variable);
  if (id && (global = find_id(globals, id, variable)) && !global->host)
    global->host = variable;
  if (!global && !id && has_nameless(globals, descriptor))
    return fxr_error(FALX_ERROR_INVALID,
                     "a device_global that is copied from or to cannot be told from others: for "
                     "variables that are static or in an unnamed namespace the object file has to "
                     "be compiled by falx++ -fsycl -c, or with the integration header and footer "
                     "that falx++ writes together with the device code");
  if (!global) {
    if (!(global = create(globals, NULL)))
      return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a device_global");
    global->host = variable;
  }
  if (global->images > 1 && descriptor->device_image_scope)
    return fxr_error(FALX_ERROR_INVALID,
                     "device_global %s with property device_image_scope is in %zu device images: "
                     "which of them is meant?",
                     global->id, global->images);
  if (!global->size) {
    global->size = descriptor->size;
    global->is_scoped = descriptor->device_image_scope;
    global->initial = (const char *)variable + descriptor->initial_offset;
    global->initial_size = descriptor->size;
  }
  return memory_of(global, context, device, out_pointer);
}

FALX_API falx_status falx_device_global_memory(
    const void *variable, const struct falx_device_global_descriptor *descriptor,
    falx_context_t context, falx_device_t device, void **out_pointer) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!variable || !descriptor || !context || !device || !out_pointer)
    return fxr_error(FALX_ERROR_INVALID, "falx_device_global_memory: a NULL argument");
  *out_pointer = NULL;
  fxs_mutex_lock(&registry->lock);
  falx_status status =
      fxr_image_registry_parse(registry)
          ? find_memory(&registry->globals, variable, descriptor, context, device, out_pointer)
          : fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for the tables of device images");
  fxs_mutex_unlock(&registry->lock);
  return status;
}
