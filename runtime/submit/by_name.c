/* Launches by name: arguments with their types become the function object of a launch. */
#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/memory/buffer.h"
#include "runtime/program/exports.h"
#include "runtime/program/kernel.h"
#include "runtime/queue/queue.h"
#include "support/strbuf.h"

enum { SHOWN = 1024, SMALL_OBJECT = 512, FEW_BUFFERS = 8, UNKNOWN_DIMENSIONS = 4 };

/* One launch under way. */
struct call {
  const struct falx_launch *launch;
  const struct fxr_kernel *kernel;
  struct falx_nd_range range;
  unsigned char *object;                 /* the function object */
  struct falx_requirement *requirements; /* kernel->accessor_count of them, or fewer */
  size_t requirement_count;
};

/* Whether it is memory that the argument describes by a struct falx_region. */
static bool is_region(const struct falx_type_info *info) {
  return info->type == FALX_TYPE_ACCESSOR || info->type == FALX_TYPE_LOCAL;
}

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
  bool is_memory = is_region(info);
  if (info->type != FALX_TYPE_POINTER && !is_memory) {
    put_number_type(out, info->type, info->size);
    return;
  }
  fxs_strbuf_puts(out, info->type == FALX_TYPE_ACCESSOR ? "accessor of "
                       : is_memory                      ? "local memory of "
                                                        : "");
  fxs_strbuf_puts(out, info->is_const ? "const " : "");
  if (info->pointee_size)
    put_number_type(out, info->pointee_type, info->pointee_size);
  else
    fxs_strbuf_puts(out, "void");
  fxs_strbuf_puts(out, is_memory ? "" : " *");
}

static bool fits(const struct falx_type_info *wanted, const struct falx_type_info *given) {
  size_t size = is_region(wanted) ? sizeof(struct falx_region) : wanted->size;
  if (wanted->type != given->type || size != given->size)
    return false;
  if (wanted->type != FALX_TYPE_POINTER && !is_region(wanted))
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

/* ---- Accessors ---- */

static const struct fxr_kernel_accessor *accessor_at(const struct fxr_kernel *kernel,
                                                     const struct falx_parameter *parameter) {
  bool is_local = parameter->info.type == FALX_TYPE_LOCAL;
  const struct fxr_kernel_accessor *all = is_local ? kernel->local_accessors : kernel->accessors;
  uint32_t count = is_local ? kernel->local_accessor_count : kernel->accessor_count;
  for (uint32_t i = 0; i < count; i++)
    if (all[i].offset == parameter->offset)
      return &all[i];
  return NULL;
}

/* Every accessor of the function object has to be a parameter: those within classes are not known
 * to the host, nor those of modules that were compiled with headers which did not tell. */
static falx_status check_record(const struct call *call) {
  falx_export_t exported = call->launch->kernel;
  const struct fxr_kernel *kernel = call->kernel;
  uint32_t known = 0;
  for (uint32_t i = 0; i < exported->parameter_count; i++) {
    const struct falx_parameter *parameter = &exported->parameters[i];
    known += is_region(&parameter->info) && accessor_at(kernel, parameter);
  }
  if (known == kernel->accessor_count + kernel->local_accessor_count)
    return FALX_SUCCESS;
  char signature[SHOWN];
  return fxr_error(FALX_ERROR_KERNEL_ARGUMENT,
                   "kernel %s has an accessor or work_group_memory within a class, which only SYCL "
                   "programs can pass, or its library was compiled with older headers: make it a "
                   "parameter of its own, and compile the library again",
                   fxr_export_text(exported, signature, sizeof signature));
}

/* A sentence about what is wrong with the region, or NULL. dimensions 0: all count. */
static const char *judge_region(const struct falx_type_info *info, const struct falx_region *region,
                                uint32_t dimensions) {
  if (!region)
    return "the region is NULL";
  if (info->pointee_size != region->element_size)
    return "the region's element_size is not that of the parameter's elements";
  bool is_local = info->type == FALX_TYPE_LOCAL;
  if (!is_local && !region->buffer)
    return "the region has no buffer: falx_buffer_create makes one";
  if (is_local && (region->buffer || region->pointer))
    return "local memory has no buffer and no pointer";
  size_t bytes = region->element_size, memory = region->element_size;
  for (uint32_t d = 0; d < 3; d++) {
    size_t end, whole = is_local ? region->range[d] : region->memory_range[d];
    if (dimensions && d >= dimensions && (region->range[d] != 1 || whole != 1))
      return "the region has more dimensions than the parameter: sizes that are not used are 1";
    if (!is_local && (__builtin_add_overflow(region->offset[d], region->range[d], &end) ||
                      end > region->memory_range[d]))
      return "the region passes the end of its memory_range";
    if (__builtin_mul_overflow(bytes, region->range[d], &bytes) ||
        __builtin_mul_overflow(memory, whole, &memory))
      return "the region has more bytes than there are addresses";
  }
  return is_local || memory <= region->buffer->bytes
             ? NULL
             : "the region's memory_range has more bytes than the buffer";
}

/* C++ has the slowest dimension first. */
static unsigned char *put_sizes(unsigned char *at, const size_t *sizes, uint32_t dimensions) {
  for (uint32_t d = dimensions; d-- > 0; at += sizeof *sizes)
    memcpy(at, &sizes[d], sizeof *sizes);
  return at;
}

static void put_accessor(struct call *call, const struct falx_parameter *parameter,
                         const struct falx_region *region, uint32_t dimensions) {
  unsigned char *at = call->object + parameter->offset;
  memcpy(at, &region->buffer, sizeof region->buffer);
  at = put_sizes(at + sizeof region->buffer, region->range, dimensions);
  at = put_sizes(at, region->memory_range, dimensions);
  put_sizes(at, region->offset, dimensions);
  call->requirements[call->requirement_count++] = (struct falx_requirement){
      region->buffer, parameter->info.is_const ? FALX_ACCESS_READ : FALX_ACCESS_READ_WRITE};
}

static void put_local(struct call *call, const struct falx_parameter *parameter,
                      const struct falx_region *region, uint32_t dimensions) {
  unsigned char *at = call->object + parameter->offset;
  size_t bytes = region->element_size * region->range[0] * region->range[1] * region->range[2];
  memcpy(at, &bytes, sizeof bytes);
  put_sizes(at + sizeof bytes, region->range, dimensions);
}

static falx_status put_region(struct call *call, size_t index) {
  const struct falx_parameter *parameter = &call->launch->kernel->parameters[index];
  const struct falx_region *region = call->launch->arguments[index].value.data;
  const struct fxr_kernel_accessor *place = accessor_at(call->kernel, parameter);
  const char *wrong = judge_region(&parameter->info, region, place ? place->dimensions : 0);
  char signature[SHOWN];
  if (wrong)
    return fxr_error(FALX_ERROR_KERNEL_ARGUMENT, "argument %zu, counted from 0, of kernel %s: %s",
                     index, fxr_export_text(call->launch->kernel, signature, sizeof signature),
                     wrong);
  if (!place) /* the kernel has no use for it */
    return FALX_SUCCESS;
  if (parameter->info.type == FALX_TYPE_ACCESSOR)
    put_accessor(call, parameter, region, place->dimensions);
  else
    put_local(call, parameter, region, place->dimensions);
  return FALX_SUCCESS;
}

/* ---- Launches ---- */

static falx_status put_arguments(struct call *call) {
  for (size_t i = 0; i < call->launch->argument_count; i++) {
    const struct falx_argument *argument = &call->launch->arguments[i];
    const void *bytes =
        argument->info.type == FALX_TYPE_BYTES ? argument->value.data : argument->value.bytes;
    if (is_region(&argument->info)) {
      falx_status status = put_region(call, i);
      if (status != FALX_SUCCESS)
        return status;
      continue;
    }
    if (!bytes)
      return fxr_error(FALX_ERROR_INVALID, "falx_export_launch: the data of argument %zu is NULL",
                       i);
    memcpy(call->object + call->launch->kernel->parameters[i].offset, bytes, argument->info.size);
  }
  return FALX_SUCCESS;
}

static falx_status submit(struct call *call, falx_queue_t queue, falx_event_t *out_event) {
  const struct falx_launch *launch = call->launch;
  falx_status status = put_arguments(call);
  if (status != FALX_SUCCESS)
    return status;
  struct falx_command command = {.size = sizeof command,
                                 .kind = FALX_COMMAND_KERNEL,
                                 .location = launch->location,
                                 .dependencies = launch->dependencies,
                                 .dependency_count = launch->dependency_count,
                                 .requirements = call->requirements,
                                 .requirement_count = call->requirement_count};
  command.u.kernel.site = launch->kernel->site;
  command.u.kernel.functor = call->object;
  command.u.kernel.range = call->range;
  command.u.kernel.has_launch_memory = launch->local_memory != 0;
  command.u.kernel.launch_memory = launch->local_memory;
  return falx_queue_submit(queue, &command, out_event);
}

/* With memory for the function object and the requirements. */
static falx_status submit_in_memory(struct call *call, falx_queue_t queue,
                                    falx_event_t *out_event) {
  unsigned char small[SMALL_OBJECT] __attribute__((aligned(64)));
  struct falx_requirement few[FEW_BUFFERS];
  size_t size = call->launch->kernel->site->functor_size, buffers = call->kernel->accessor_count;
  falx_status status = FALX_ERROR_MEMORY_ALLOCATION;
  call->object = size <= sizeof small ? small : aligned_alloc(64, (size + 63) / 64 * 64);
  call->requirements = buffers <= FEW_BUFFERS ? few : calloc(buffers, sizeof *call->requirements);
  if (call->object && call->requirements) {
    memset(call->object, 0, size);
    status = submit(call, queue, out_event);
  } else {
    status = fxr_error(status, "no memory for a kernel's arguments");
  }
  if (call->object != small)
    free(call->object);
  if (call->requirements != few)
    free(call->requirements);
  return status;
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
  struct call call = {.launch = launch};
  struct fxr_kernel *kernel = NULL;
  falx_status status = check_arguments(launch);
  if (status == FALX_SUCCESS)
    status = choose_range(launch, &call.range);
  if (status == FALX_SUCCESS)
    status = fxr_kernel_get(launch->kernel->site, queue->context, queue->device, &kernel);
  call.kernel = kernel;
  if (status == FALX_SUCCESS)
    status = check_record(&call);
  return status == FALX_SUCCESS ? submit_in_memory(&call, queue, out_event) : status;
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
