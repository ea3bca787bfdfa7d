/* Launches by name: arguments with their types become the function object of a launch. */
#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/program/exports.h"
#include "runtime/program/kernel.h"
#include "runtime/queue/queue.h"
#include "support/strbuf.h"

enum { SHOWN = 1024, SMALL_OBJECT = 512, UNKNOWN_DIMENSIONS = 4 };

static void put_number_type(struct fxs_strbuf *out, uint32_t type, uint32_t size) {
  if (type == FALX_TYPE_INT || type == FALX_TYPE_UINT)
    fxs_strbuf_printf(out, "%sint%u_t", type == FALX_TYPE_UINT ? "u" : "", 8 * size);
  else if (type == FALX_TYPE_FLOAT)
    fxs_strbuf_puts(out, size == 2 ? "half" : size == 4 ? "float" : "double");
  else if (type == FALX_TYPE_BOOL)
    fxs_strbuf_puts(out, "bool");
  else
    fxs_strbuf_printf(out, "%u bytes", size);
}

static void put_type(struct fxs_strbuf *out, const struct falx_type_info *info) {
  if (info->type != FALX_TYPE_POINTER) {
    put_number_type(out, info->type, info->size);
    return;
  }
  fxs_strbuf_puts(out, info->is_const ? "const " : "");
  if (info->pointee_size)
    put_number_type(out, info->pointee_type, info->pointee_size);
  else
    fxs_strbuf_puts(out, "void");
  fxs_strbuf_puts(out, " *");
}

static bool fits(const struct falx_type_info *wanted, const struct falx_type_info *given) {
  if (wanted->type != given->type || wanted->size != given->size)
    return false;
  if (wanted->type != FALX_TYPE_POINTER)
    return true;
  if (given->is_const && !wanted->is_const)
    return false;
  return !wanted->pointee_size || !given->pointee_size ||
         (wanted->pointee_type == given->pointee_type &&
          wanted->pointee_size == given->pointee_size);
}

static falx_status refuse_arguments(const struct falx_launch *launch, size_t wrong) {
  char signature[SHOWN];
  struct fxs_strbuf given = {0};
  for (size_t i = 0; i < launch->argument_count; i++) {
    fxs_strbuf_puts(&given, i ? ", " : "");
    put_type(&given, &launch->arguments[i].info);
  }
  fxr_export_text(launch->kernel, signature, sizeof signature);
  falx_status status =
      wrong < launch->argument_count && wrong < launch->kernel->parameter_count
          ? fxr_error(FALX_ERROR_KERNEL_ARGUMENT,
                      "argument %zu, counted from 0, has another type than the parameter: the "
                      "kernel is %s, and was given (%s)",
                      wrong, signature, fxs_strbuf_text(&given))
          : fxr_error(FALX_ERROR_KERNEL_ARGUMENT,
                      "the kernel is %s, and was given %zu arguments: (%s)", signature,
                      launch->argument_count, fxs_strbuf_text(&given));
  fxs_strbuf_free(&given);
  return status;
}

static falx_status check_arguments(const struct falx_launch *launch) {
  size_t count = launch->argument_count;
  if (count && !launch->arguments)
    return fxr_error(FALX_ERROR_INVALID, "falx_export_launch: arguments is NULL");
  for (size_t i = 0; i < count && i < launch->kernel->parameter_count; i++)
    if (!fits(&launch->kernel->parameters[i].info, &launch->arguments[i].info))
      return refuse_arguments(launch, i);
  return count == launch->kernel->parameter_count ? FALX_SUCCESS : refuse_arguments(launch, count);
}

static falx_status choose_range(const struct falx_launch *launch, struct falx_nd_range *out_range) {
  char signature[SHOWN];
  uint32_t dimensions = launch->kernel->dimensions;
  static const struct falx_nd_range one = {1, 0, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
  *out_range = launch->range ? *launch->range : one;
  if (dimensions == UNKNOWN_DIMENSIONS ||
      (launch->range ? launch->range->dimensions == dimensions : dimensions == 0)) {
    if (dimensions && launch->range && !out_range->has_local) {
      out_range->has_local = 1;
      out_range->local[0] = FALX_LOCAL_AUTO;
    }
    return FALX_SUCCESS;
  }
  fxr_export_text(launch->kernel, signature, sizeof signature);
  return fxr_error(FALX_ERROR_ND_RANGE,
                   dimensions ? "kernel %s needs a range of %u dimension%s"
                              : "kernel %s is a single task: launch it without a range",
                   signature, dimensions, dimensions == 1 ? "" : "s");
}

/* Kernels whose parameters are no plain values have entries in these tables. */
static falx_status check_record(falx_queue_t queue, falx_export_t exported) {
  struct fxr_kernel *kernel;
  falx_status status = fxr_kernel_get(exported->site, queue->context, queue->device, &kernel);
  if (status != FALX_SUCCESS || (!kernel->accessor_count && !kernel->local_accessor_count))
    return status;
  char signature[SHOWN];
  return fxr_error(FALX_ERROR_KERNEL_ARGUMENT,
                   "kernel %s takes an accessor or work_group_memory, which only SYCL programs "
                   "have: make it a pointer, or use work_group_scratch_memory",
                   fxr_export_text(exported, signature, sizeof signature));
}

static falx_status submit(falx_queue_t queue, const struct falx_launch *launch,
                          const struct falx_nd_range *range, unsigned char *object,
                          falx_event_t *out_event) {
  for (size_t i = 0; i < launch->argument_count; i++) {
    const struct falx_argument *argument = &launch->arguments[i];
    const void *bytes =
        argument->info.type == FALX_TYPE_BYTES ? argument->value.data : argument->value.bytes;
    if (!bytes)
      return fxr_error(FALX_ERROR_INVALID, "falx_export_launch: the data of argument %zu is NULL",
                       i);
    memcpy(object + launch->kernel->parameters[i].offset, bytes, argument->info.size);
  }
  struct falx_command command = {.size = sizeof command,
                                 .kind = FALX_COMMAND_KERNEL,
                                 .location = launch->location,
                                 .dependencies = launch->dependencies,
                                 .dependency_count = launch->dependency_count};
  command.u.kernel.site = launch->kernel->site;
  command.u.kernel.functor = object;
  command.u.kernel.range = *range;
  command.u.kernel.has_launch_memory = launch->local_memory != 0;
  command.u.kernel.launch_memory = launch->local_memory;
  return falx_queue_submit(queue, &command, out_event);
}

static falx_status launch_kernel(falx_queue_t queue, const struct falx_launch *launch,
                                 falx_event_t *out_event) {
  if (!queue || !launch || launch->struct_size != sizeof *launch || !launch->kernel ||
      launch->kernel->kind != FALX_EXPORT_KERNEL)
    return fxr_error(FALX_ERROR_INVALID, "falx_export_launch: %s",
                     !queue    ? "the queue is NULL"
                     : !launch ? "the launch is NULL"
                     : launch->struct_size != sizeof *launch
                         ? "its struct_size is not this library's: set it to sizeof(struct "
                           "falx_launch), and use the headers of this version"
                     : !launch->kernel ? "the kernel is NULL"
                                       : "a device_global cannot be launched");
  struct falx_nd_range range;
  falx_status status = check_arguments(launch);
  if (status == FALX_SUCCESS)
    status = choose_range(launch, &range);
  if (status == FALX_SUCCESS)
    status = check_record(queue, launch->kernel);
  if (status != FALX_SUCCESS)
    return status;
  unsigned char small[SMALL_OBJECT] __attribute__((aligned(64)));
  size_t size = launch->kernel->site->functor_size;
  unsigned char *object = small;
  if (size > sizeof small && !(object = aligned_alloc(64, (size + 63) / 64 * 64)))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a kernel's arguments");
  memset(object, 0, size);
  status = submit(queue, launch, &range, object, out_event);
  if (object != small)
    free(object);
  return status;
}

FALX_API falx_status falx_export_launch(falx_queue_t queue, const struct falx_launch *launch,
                                        falx_event_t *out_event) {
  FXR_CALL_MAKING(runtime);
  if (out_event)
    *out_event = NULL;
  return runtime ? launch_kernel(queue, launch, out_event) : fxr_runtime_status();
}

FALX_API falx_status falx_export_memory(falx_queue_t queue, falx_export_t variable,
                                        void **out_pointer) {
  if (!queue || !variable || !out_pointer || variable->kind != FALX_EXPORT_VARIABLE)
    return fxr_error(FALX_ERROR_INVALID, "falx_export_memory: %s",
                     !queue         ? "the queue is NULL"
                     : !variable    ? "the variable is NULL"
                     : !out_pointer ? "out_pointer is NULL"
                                    : "a kernel has no memory");
  return falx_device_global_memory(variable->variable, variable->descriptor,
                                   falx_queue_context(queue), falx_queue_device(queue),
                                   out_pointer);
}

FALX_API falx_status falx_queue_memcpy(falx_queue_t queue, void *destination, const void *source,
                                       size_t bytes, const falx_event_t *dependencies, size_t count,
                                       falx_event_t *out_event) {
  struct falx_command command = {.size = sizeof command,
                                 .kind = FALX_COMMAND_MEMCPY,
                                 .dependencies = dependencies,
                                 .dependency_count = count};
  command.u.memcpy_.destination = destination;
  command.u.memcpy_.source = source;
  command.u.memcpy_.bytes = bytes;
  return falx_queue_submit(queue, &command, out_event);
}

FALX_API falx_status falx_queue_fill(falx_queue_t queue, void *destination, const void *pattern,
                                     size_t pattern_size, size_t patterns,
                                     const falx_event_t *dependencies, size_t count,
                                     falx_event_t *out_event) {
  struct falx_command command = {.size = sizeof command,
                                 .kind = FALX_COMMAND_FILL,
                                 .dependencies = dependencies,
                                 .dependency_count = count};
  command.u.fill.destination = destination;
  command.u.fill.pattern = pattern;
  command.u.fill.pattern_size = pattern_size;
  command.u.fill.count = patterns;
  return falx_queue_submit(queue, &command, out_event);
}
