/* Kernels: from a kernel site to a launchable kernel. */
#include "runtime/program/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/common/timeline.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/platform.h"
#include "runtime/program/program.h"
#include "runtime/program/recompile.h"
#include "runtime/program/requirements.h"

_Static_assert(sizeof(void *) == sizeof(uint64_t), "a site's cache keeps a serial in a pointer");

#define BLOCK_KERNELS 64

struct fxr_kernel_block {
  struct fxr_kernel_block *next;
  struct fxr_kernel kernels[BLOCK_KERNELS];
};

static struct fxr_kernel *take_memory(struct fxr_programs *programs) {
  if (!programs->free_kernels) {
    struct fxr_kernel_block *block = calloc(1, sizeof *block);
    if (!block)
      return NULL;
    block->next = programs->blocks;
    programs->blocks = block;
    for (int i = BLOCK_KERNELS; i-- > 0;) {
      block->kernels[i].next_free = programs->free_kernels;
      programs->free_kernels = &block->kernels[i];
    }
  }
  struct fxr_kernel *kernel = programs->free_kernels;
  programs->free_kernels = kernel->next_free;
  return kernel;
}

static void give_memory(struct fxr_programs *programs, struct fxr_kernel *kernel) {
  fxr_profile_free(kernel->profile);
  kernel->profile = NULL;
  free((void *)kernel->args);
  kernel->args = NULL;
  kernel->next_free = programs->free_kernels;
  programs->free_kernels = kernel;
}

void fxr_kernel_free_blocks(struct fxr_programs *programs) {
  while (programs->blocks) {
    struct fxr_kernel_block *next = programs->blocks->next;
    free(programs->blocks);
    programs->blocks = next;
  }
  programs->free_kernels = NULL;
}

void fxr_kernel_destroy(struct fxr_programs *programs, struct fxr_kernel *kernel) {
  __atomic_store_n(&kernel->serial, 0, __ATOMIC_RELEASE);
  kernel->device->ops->kernel_destroy(kernel->adapter_kernel);
  give_memory(programs, kernel);
}

static bool is_removed(const struct fxr_image_kernel *source, uint32_t argument) {
  return source->omitted && (source->omitted[argument / 8] >> (argument % 8) & 1);
}

/* Offset and size of an argument within its descriptor's bytes. */
static struct fxa_arg make_arg(const struct falx_kernel_param *param, uint32_t position) {
  struct fxa_arg arg = {.offset = param->offset,
                        .size = param->size,
                        .kind = param->kind,
                        .position = (uint8_t)position};
  if (param->kind == FALX_PARAM_ACCESSOR || param->kind == FALX_PARAM_LOCAL_ACCESSOR) {
    uint32_t triple = 8u * param->dimensions; /* a range or an id */
    arg.offset += position ? 8 + (position - 1) * triple : 0;
    arg.size = position ? triple : 8;
  } else if (param->kind == FALX_PARAM_WORK_GROUP_MEMORY) {
    arg.size = 8;
  }
  return arg;
}

static bool is_local(const struct falx_kernel_param *param) {
  return param->kind == FALX_PARAM_LOCAL_ACCESSOR || param->kind == FALX_PARAM_WORK_GROUP_MEMORY;
}

/* Fills in the tables; false: out of memory. */
static bool make_tables(const struct fxr_image_kernel *source, struct fxr_kernel *kernel) {
  const struct falx_kernel_record *record = source->record;
  uint32_t accessor_count = 0, local_count = 0, arg_count = 0;
  for (uint32_t i = 0; i < record->param_count; i++) {
    accessor_count += record->params[i].kind == FALX_PARAM_ACCESSOR;
    local_count += is_local(&record->params[i]);
  }
  size_t args_size = (size_t)record->arg_count * sizeof(struct fxa_arg);
  size_t accessors_size =
      (size_t)(accessor_count + local_count) * sizeof(struct fxr_kernel_accessor);
  struct fxa_arg *args = malloc(args_size + accessors_size + 1);
  if (!args)
    return false;
  struct fxr_kernel_accessor *accessors = (struct fxr_kernel_accessor *)(args + record->arg_count);
  struct fxr_kernel_accessor *locals = accessors + accessor_count;
  kernel->args = args;
  kernel->accessors = accessors;
  kernel->local_accessors = locals;
  for (uint32_t i = 0; i < record->param_count; i++) {
    const struct falx_kernel_param *param = &record->params[i];
    struct fxr_kernel_accessor place = {
        .offset = param->offset, .dimensions = param->dimensions, .argument = arg_count};
    for (uint32_t position = 0; position < fxr_kernel_param_args(param); position++) {
      args[arg_count] = make_arg(param, position);
      args[arg_count].is_used = !is_removed(source, arg_count);
      place.is_used |= args[arg_count].is_used;
      arg_count++;
    }
    if (param->kind == FALX_PARAM_ACCESSOR)
      *accessors++ = place;
    else if (is_local(param))
      *locals++ = place;
  }
  kernel->arg_count = arg_count;
  kernel->accessor_count = accessor_count;
  kernel->local_accessor_count = local_count;
  return true;
}

static falx_status make(struct fxr_programs *programs, struct fxr_program *program,
                        const struct fxr_image_kernel *source, struct fxr_kernel **out_kernel) {
  struct fxr_kernel *kernel = take_memory(programs);
  if (!kernel || !make_tables(source, kernel)) {
    if (kernel)
      give_memory(programs, kernel);
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a kernel");
  }
  fxr_error_clear();
  falx_status status =
      program->device->ops->kernel_create(program->handle, source->symbol.name, source->record,
                                          kernel->args, kernel->arg_count, &kernel->adapter_kernel);
  if (status != FALX_SUCCESS) {
    give_memory(programs, kernel);
    return fxr_error_from_adapter(status, program->device->platform->adapter->name,
                                  "making of a kernel");
  }
  kernel->record = source->record;
  kernel->flags = source->record->flags;
  kernel->functor_size = source->record->functor_size;
  kernel->functor_align = source->record->functor_align;
  kernel->name = source->symbol.name;
  kernel->not_vectorized = fxr_timeline_is_on() ? fxr_image_kernel_why_scalar(source) : NULL;
  kernel->profile = program->spec_key ? NULL : fxr_profile_create(source, kernel);
  kernel->is_special =
      kernel->flags & (FALX_KERNEL_USES_ROOT_BARRIER | FALX_KERNEL_USES_LAUNCH_MEMORY) ||
      kernel->local_accessor_count;
  __atomic_store_n(&kernel->known.version, 0, __ATOMIC_RELAXED);
  for (int i = 0; i < FXR_PREPARED_LAUNCHES; i++)
    __atomic_store_n(&kernel->prepared[i], NULL, __ATOMIC_RELAXED);
  __atomic_store_n(&kernel->context, program->context, __ATOMIC_RELAXED);
  __atomic_store_n(&kernel->device, program->device, __ATOMIC_RELAXED);
  __atomic_store_n(&kernel->serial, ++programs->last_serial, __ATOMIC_RELEASE);
  *out_kernel = kernel;
  return FALX_SUCCESS;
}

/* Requirement KL-4. */
static falx_status check_functor(const struct falx_kernel_site *site,
                                 const struct fxr_image_kernel *source) {
  char pretty[512], path[512];
  const struct falx_kernel_record *record = source->record;
  if (record->functor_size == site->functor_size && record->functor_align == site->functor_align)
    return FALX_SUCCESS;
  return fxr_error(
      FALX_ERROR_KERNEL_ARGUMENT,
      "the function object of kernel %s has %u bytes aligned to %u on the host, but %u bytes "
      "aligned to %u in the device image of %s. Likely causes: a capture or member whose type "
      "depends on __SYCL_DEVICE_ONLY__ or the target, different -D or -std options for the two "
      "compilations, or two kernels of one name",
      fxr_kernel_pretty_name(site->name, pretty, sizeof pretty), site->functor_size,
      site->functor_align, record->functor_size, record->functor_align,
      fxr_module_path(source->symbol.image->module->desc, path, sizeof path));
}

static falx_status get_program(struct fxr_runtime *runtime, const struct falx_kernel_site *site,
                               struct fxr_program_request *request,
                               struct fxr_program_use **out_use) {
  const struct fxr_image_kernel *source;
  falx_status status = fxr_image_find_kernel(fxr_runtime_images(), site->name, site->module,
                                             request->device, &source);
  if (status == FALX_SUCCESS)
    status = check_functor(site, source);
  if (status == FALX_SUCCESS)
    status = fxr_requirements_check(source, request->device);
  request->kernel = source;
  request->has_lost_image = false;
  return status == FALX_SUCCESS ? fxr_program_get(runtime, request, out_use) : status;
}

/* With the lock held. request: everything but the kernel. */
static falx_status find(struct fxr_runtime *runtime, const struct falx_kernel_site *site,
                        struct fxr_program_request *request, struct fxr_kernel **out_kernel,
                        struct fxr_lease **out_lease) {
  struct fxr_program_use *use;
  falx_status status;
  do
    status = get_program(runtime, site, request, &use);
  while (status != FALX_SUCCESS && request->has_lost_image && fxr_runtime_peek() == runtime);
  if (status != FALX_SUCCESS)
    return status;
  const struct fxr_image_kernel *source = request->kernel;
  struct fxr_kernel **made = &use->kernels[source - source->symbol.image->kernels];
  const struct fxr_image_kernel *running = fxr_program_kernel(use, source);
  if (!running)
    return fxr_error(FALX_ERROR_BUILD,
                     "kernel %s is not in the code compiled for its specialization constants",
                     site->name);
  if (!*made)
    status = make(runtime->programs, use->program, running, made);
  *out_kernel = *made;
  if (status == FALX_SUCCESS)
    *out_lease = fxr_lease_take(use->program->lease);
  return status;
}

falx_status fxr_kernel_find_specialized(struct falx_kernel_site *site, falx_context_t context,
                                        falx_device_t device, const struct falx_spec_value *values,
                                        size_t value_count, struct fxr_kernel **out_kernel,
                                        struct fxr_lease **out_lease) {
  struct fxr_runtime *runtime = fxr_runtime_get();
  *out_kernel = NULL;
  *out_lease = NULL;
  if (!runtime)
    return fxr_runtime_status();
  if (!site->name)
    return fxr_error(FALX_ERROR_INVALID, "a kernel without a name");
  struct fxr_program_request request = {
      .context = context, .device = device, .spec_values = values, .spec_value_count = value_count};
  struct fxr_image_registry *registry = fxr_runtime_images();
  fxs_mutex_lock(&registry->lock);
  falx_status status = find(runtime, site, &request, out_kernel, out_lease);
  if (status == FALX_SUCCESS && !value_count) {
    /* The order does not matter: readers check that the two belong together. */
    __atomic_store_n(&site->cache[0], (void *)*out_kernel, __ATOMIC_RELEASE);
    __atomic_store_n(&site->cache[1], (void *)(uintptr_t)(*out_kernel)->serial, __ATOMIC_RELEASE);
  }
  if (*out_lease)
    fxr_programs_evict(runtime);
  bool has_ended = runtime->programs->ended;
  fxs_mutex_unlock(&registry->lock);
  if (has_ended)
    fxr_programs_free_ended(runtime);
  return status;
}

falx_status fxr_kernel_find(struct falx_kernel_site *site, falx_context_t context,
                            falx_device_t device, struct fxr_kernel **out_kernel) {
  struct fxr_lease *none; /* without values a program is never evicted */
  return fxr_kernel_find_specialized(site, context, device, NULL, 0, out_kernel, &none);
}
