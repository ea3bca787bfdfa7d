/* Programs. The first thread to ask builds, outside the lock; others wait and share the result. */
#include "runtime/program.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/error.h"
#include "runtime/kernel.h"
#include "runtime/lifetime.h"

void fxr_programs_init(struct fxr_programs *programs) {
  pthread_cond_init(&programs->changed, NULL);
}

static struct fxr_program **find(struct fxr_image *image, falx_context_t context,
                                 falx_device_t device) {
  struct fxr_program **link = &image->programs;
  while (*link && !((*link)->context == context && (*link)->device == device))
    link = &(*link)->next;
  return link;
}

static void destroy(struct fxr_runtime *runtime, struct fxr_program *program) {
  for (size_t i = 0; program->kernels && i < program->image->kernel_count; i++)
    if (program->kernels[i])
      fxr_kernel_destroy(&runtime->programs, program->kernels[i]);
  if (program->handle)
    program->device->ops->program_destroy(program->handle);
  runtime->programs.count--;
  free(program->kernels);
  free(program->detail);
  free(program);
}

static void unlink_and_destroy(struct fxr_runtime *runtime, struct fxr_program *program) {
  struct fxr_program **link = &program->image->programs;
  while (*link != program)
    link = &(*link)->next;
  *link = program->next;
  destroy(runtime, program);
}

static falx_status check_image(const struct fxr_image *image) {
  char path[512];
  if (image->problem)
    return fxr_error(FALX_ERROR_BUILD, "the device image of %s cannot be read: %s",
                     fxr_module_path(image->module->desc, path, sizeof path), image->problem);
  if (image->imports)
    return fxr_error(FALX_ERROR_BUILD,
                     "device image %zu of %s, for %s, needs '%s' from another image, and linking "
                     "images at run time is not supported yet: define the function in the same "
                     "program or library, without -fsycl-allow-device-image-dependencies",
                     (size_t)(image - image->module->images),
                     fxr_module_path(image->module->desc, path, sizeof path), image->image->target,
                     image->imports->begin[0].name ? image->imports->begin[0].name : "?");
  return FALX_SUCCESS;
}

/* Without the lock. */
static falx_status build(struct fxr_program *program) {
  const struct falx_image *images[] = {program->image->image};
  falx_status status = check_image(program->image);
  if (status != FALX_SUCCESS)
    return status;
  fxr_error_clear();
  status = program->device->ops->program_create(program->context->handle, program->device->handle,
                                                images, 1, &program->handle);
  if (status != FALX_SUCCESS) {
    program->handle = NULL;
    return fxr_error_from_adapter(status, program->device->platform->adapter->name,
                                  "building of a device program");
  }
  const char *cpu = fxr_image_cpu(program->image);
  fxr_trace("program", "built an image of %zu kernels%s%s for %s", program->image->kernel_count,
            cpu ? ", code for " : "", cpu ? cpu : "", program->device->name);
  return FALX_SUCCESS;
}

static struct fxr_program *make(struct fxr_runtime *runtime, falx_context_t context,
                                falx_device_t device, struct fxr_image *image) {
  struct fxr_program *program = calloc(1, sizeof *program);
  if (!program)
    return NULL;
  program->kernels = calloc(image->kernel_count + 1, sizeof(struct fxr_kernel *));
  if (!program->kernels) {
    free(program);
    return NULL;
  }
  program->context = context;
  program->device = device;
  program->image = image;
  program->state = FXR_PROGRAM_BUILDING;
  program->next = image->programs;
  image->programs = program;
  runtime->programs.count++;
  return program;
}

static falx_status answer(struct fxr_program *program, struct fxr_program **out_program) {
  if (program->state == FXR_PROGRAM_READY) {
    *out_program = program;
    return FALX_SUCCESS;
  }
  return fxr_error(program->status, "%s",
                   program->detail ? program->detail : falx_status_text(program->status));
}

falx_status fxr_program_get(struct fxr_runtime *runtime, falx_context_t context,
                            falx_device_t device, struct fxr_image *image,
                            struct fxr_program **out_program) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  struct fxr_program *program;
  *out_program = NULL;
  while ((program = *find(image, context, device))) {
    if (program->state != FXR_PROGRAM_BUILDING)
      return answer(program, out_program);
    pthread_cond_wait(&runtime->programs.changed, &registry->lock.native);
  }
  program = make(runtime, context, device, image);
  if (!program)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a device program");
  fxs_mutex_unlock(&registry->lock);
  falx_status status = build(program);
  char *detail = status == FALX_SUCCESS ? NULL : strdup(falx_error_detail());
  fxs_mutex_lock(&registry->lock);
  program->status = status;
  program->detail = detail;
  program->state = status == FALX_SUCCESS ? FXR_PROGRAM_READY : FXR_PROGRAM_FAILED;
  pthread_cond_broadcast(&runtime->programs.changed);
  if (status == FALX_SUCCESS)
    *out_program = program;
  else if (status == FALX_ERROR_MEMORY_ALLOCATION)
    unlink_and_destroy(runtime, program); /* may go better later: let whoever waits try */
  return status;
}

void fxr_programs_forget_image(struct fxr_runtime *runtime, struct fxr_image *image,
                               falx_context_t context) {
  struct fxr_program **link = &image->programs;
  while (*link) {
    struct fxr_program *program = *link;
    if (context && program->context != context) {
      link = &program->next;
    } else if (program->state == FXR_PROGRAM_BUILDING) {
      pthread_cond_wait(&runtime->programs.changed, &fxr_runtime_images()->lock.native);
      link = &image->programs;
    } else {
      *link = program->next;
      destroy(runtime, program);
    }
  }
}

static void forget(struct fxr_runtime *runtime, falx_context_t context) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  fxs_mutex_lock(&registry->lock);
  for (struct fxr_module *module = registry->first; runtime->programs.count && module;
       module = module->next)
    for (size_t i = 0; i < module->image_count; i++)
      fxr_programs_forget_image(runtime, &module->images[i], context);
  fxs_mutex_unlock(&registry->lock);
}

void fxr_programs_forget_context(struct fxr_runtime *runtime, falx_context_t context) {
  forget(runtime, context);
}

void fxr_programs_free(struct fxr_runtime *runtime) {
  forget(runtime, NULL);
  fxr_kernel_free_blocks(&runtime->programs);
  pthread_cond_destroy(&runtime->programs.changed);
}
