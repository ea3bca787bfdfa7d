/* Programs. The first thread that needs one builds it, outside the lock; others wait and share
 * the result. */
#include "runtime/program/program.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/common/timeline.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/context.h"
#include "runtime/platform/platform.h"
#include "runtime/program/binary.h"
#include "runtime/program/device_global.h"
#include "runtime/program/kernel.h"
#include "runtime/program/link.h"
#include "runtime/program/progress.h"
#include "runtime/program/specialize.h"

void fxr_programs_init(struct fxr_programs *programs) {
  pthread_cond_init(&programs->changed, NULL);
}

/* ---- Finding ---- */

enum { FEW_IMAGES = 16, DEFAULT_LIMIT_MIB = 256 };

/* Whether the values match the program's key: most programs and requests have none. */
static bool has_values(const struct fxr_program *program,
                       const struct fxr_program_request *request) {
  if (!request->spec_value_count)
    return !program->spec_key;
  if (program->spec_key && program->spec_kernel != request->kernel)
    return false;
  struct fxr_image *few[FEW_IMAGES], **images = few;
  if (program->use_count > FEW_IMAGES &&
      !(images = malloc(program->use_count * sizeof(struct fxr_image *))))
    return false; /* costs one more build */
  for (size_t i = 0; i < program->use_count; i++)
    images[i] = program->uses[i].image;
  bool matches = fxr_spec_matches(program->spec_key, images, program->use_count,
                                  request->spec_values, request->spec_value_count);
  if (images != few)
    free(images);
  return matches;
}

static bool is_for(const struct fxr_program *program, const struct fxr_program_request *request) {
  return program->context == request->context && program->device == request->device &&
         has_values(program, request);
}

/* If two images of a program have kernels of the same name, the adapter returns the first's. */
static bool is_hidden(const struct fxr_program_use *use, const struct fxr_image_kernel *kernel) {
  const struct fxr_program *program = use->program;
  const struct fxr_symbol *symbol = NULL;
  const char *name = kernel->symbol.name;
  while ((symbol = fxr_symbols_next(&fxr_runtime_images()->kernels, name, symbol)))
    for (size_t i = 0; &program->uses[i] != use; i++)
      if (program->uses[i].image == symbol->image)
        return true;
  return false;
}

/* The image's own program, else one that it was linked into; failed ones only if they are its
 * own. */
static struct fxr_program_use *find(const struct fxr_program_request *request) {
  const struct fxr_image_kernel *kernel = request->kernel;
  struct fxr_program_use *linked = NULL;
  for (struct fxr_program_use *use = kernel->symbol.image->uses; use; use = use->next) {
    if (!is_for(use->program, request))
      continue;
    if (use == use->program->uses)
      return use;
    if (!linked && use->program->state != FXR_PROGRAM_FAILED && !is_hidden(use, kernel))
      linked = use;
  }
  return linked;
}

/* ---- Trace of the program cache ----
 * kernel name => {module, specialization constants, build options, device} => program, for the
 * kernel's own module and the one whose image the program was linked for (document 001). */

static void trace_entry(const struct fxr_program *program, const char *kernel,
                        const struct fxr_module *module) {
  char path[512], pretty[512];
  size_t length = program->spec_key ? strlen(program->spec_key) - 1 : 0; /* drop the trailing
                                                                          * blank */
  fxr_trace("cache", "  \"%s\" => {%s, %.*s, , %s} => program %llu",
            fxr_kernel_pretty_name(kernel, pretty, sizeof pretty),
            fxr_module_path(module->desc, path, sizeof path), (int)length,
            program->spec_key ? program->spec_key : "", program->device->name,
            (unsigned long long)program->number);
}

static void trace_program(const struct fxr_program *program) {
  if (!fxr_traces("cache"))
    return;
  const struct fxr_module *main = program->uses[0].image->module;
  for (size_t i = 0; i < program->use_count; i++) {
    const struct fxr_image *image = program->uses[i].image;
    for (size_t k = 0; k < image->kernel_count; k++) {
      if (program->spec_key && &image->kernels[k] != program->spec_kernel)
        continue;
      trace_entry(program, image->kernels[k].symbol.name, main);
      if (image->module->handle != main->handle)
        trace_entry(program, image->kernels[k].symbol.name, image->module);
    }
  }
}

static void trace_lookup(const struct fxr_image_kernel *kernel,
                         const struct fxr_program_use *found) {
  char path[512], pretty[512];
  if (!fxr_traces("cache"))
    return;
  const char *name = fxr_kernel_pretty_name(kernel->symbol.name, pretty, sizeof pretty);
  fxr_module_path(kernel->symbol.image->module->desc, path, sizeof path);
  if (found)
    fxr_trace("cache", "hit: \"%s\" of %s is in program %llu", name, path,
              (unsigned long long)found->program->number);
  else
    fxr_trace("cache", "miss: \"%s\" of %s: no program has it for this context and device", name,
              path);
}

/* ---- Order of last use, of programs compiled at run time ---- */

static void enter_order(struct fxr_programs *programs, struct fxr_program *program) {
  program->newer = NULL;
  program->older = programs->newest;
  *(programs->newest ? &programs->newest->newer : &programs->oldest) = program;
  programs->newest = program;
}

static void leave_order(struct fxr_programs *programs, struct fxr_program *program) {
  *(program->newer ? &program->newer->older : &programs->newest) = program->older;
  *(program->older ? &program->older->newer : &programs->oldest) = program->newer;
}

static void count_size(struct fxr_programs *programs, struct fxr_program *program) {
  for (size_t i = 0; i < program->use_count; i++)
    program->size += program->uses[i].made ? program->uses[i].made->size : 0;
  programs->size += program->size;
  if (program->size)
    enter_order(programs, program);
}

static void note_use(struct fxr_programs *programs, struct fxr_program *program) {
  if (!program->size || program == programs->newest)
    return;
  leave_order(programs, program);
  enter_order(programs, program);
}

void fxr_lease_free(struct fxr_lease *lease) {
  free(lease);
}

/* ---- Creation and destruction ---- */

static void leave_image(struct fxr_program_use *use) {
  struct fxr_program_use **link = &use->image->uses;
  while (*link != use)
    link = &(*link)->next;
  *link = use->next;
}

/* Frees a program that no image refers to any more. */
static void free_program(struct fxr_programs *programs, struct fxr_program *program) {
  for (size_t i = 0; i < program->use_count; i++) {
    struct fxr_specialized *made = program->uses[i].made;
    fxr_recipe_free(program->uses[i].recipe);
    if (!made)
      continue;
    made->next = programs->ended;
    programs->ended = made;
  }
  fxr_lease_release(program->lease);
  free(program->spec_key);
  free(program->detail);
  free(program);
}

static void destroy(struct fxr_runtime *runtime, struct fxr_program *program) {
  struct fxr_programs *programs = runtime->programs;
  for (size_t i = 0; i < program->use_count; i++) {
    struct fxr_program_use *use = &program->uses[i];
    leave_image(use);
    for (size_t k = 0; k < use->image->kernel_count; k++)
      if (use->kernels[k])
        fxr_kernel_destroy(programs, use->kernels[k]);
  }
  if (program->handle)
    program->device->ops->program_destroy(program->handle);
  if (program->size)
    leave_order(programs, program);
  programs->size -= program->size;
  programs->count--;
  free_program(programs, program);
}

/* Its images are removed while it is being compiled: the compiling thread frees it. */
static void detach(struct fxr_programs *programs, struct fxr_program *program) {
  for (size_t i = 0; i < program->use_count; i++)
    leave_image(&program->uses[i]);
  __atomic_store_n(&program->is_cancelled, 1, __ATOMIC_RELAXED);
  program->is_detached = true;
  programs->detached_count++;
  programs->count--;
  pthread_cond_broadcast(&programs->changed);
}

void fxr_programs_free_ended(struct fxr_runtime *runtime) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  fxs_mutex_lock(&registry->lock);
  struct fxr_specialized *ended = runtime->programs->ended;
  runtime->programs->ended = NULL;
  fxs_mutex_unlock(&registry->lock);
  while (ended) {
    struct fxr_specialized *next = ended->next;
    fxr_specialized_free(ended);
    ended = next;
  }
}

/* Without the lock; does not access the images. */
static falx_status compile(struct fxr_program *program) {
  falx_status status = FALX_SUCCESS;
  uint64_t start = fxr_timeline_start();
  struct fxr_progress progress;
  fxr_progress_begin(&progress, "compiling a program for values of specialization constants");
  for (size_t i = 0; status == FALX_SUCCESS && i < program->use_count; i++) {
    struct fxr_program_use *use = &program->uses[i];
    if (use->recipe)
      status = fxr_specialize(use->recipe, &program->is_cancelled, &use->made);
    fxr_recipe_free(use->recipe);
    use->recipe = NULL;
  }
  fxr_progress_end(&progress);
  fxr_timeline_span(start, "build", "compile a program for values of specialization constants");
  return status;
}

/* Without the lock. */
static falx_status link(struct fxr_program *program) {
  const struct falx_image **images = calloc(program->use_count, sizeof(struct falx_image *));
  if (!images)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a device program");
  for (size_t i = 0; i < program->use_count; i++) {
    const struct fxr_program_use *use = &program->uses[i];
    images[i] = use->made ? use->made->module.images[0].image : use->image->image;
  }
  uint64_t start = fxr_timeline_start();
  struct fxr_progress progress = {0};
  if (images[0]->format != FALX_IMAGE_FORMAT_NATIVE) /* which needs no compiler */
    fxr_progress_begin(&progress, "building a program for %s", program->device->name);
  falx_status status = fxr_binary_make(program->context, program->device, images,
                                       program->use_count, &program->handle);
  fxr_progress_end(&progress);
  fxr_timeline_span(start, "build", "build a program for %s", program->device->name);
  free(images);
  if (status != FALX_SUCCESS) {
    program->handle = NULL;
    return fxr_error_from_adapter(status, program->device->platform->adapter->name,
                                  "building of a device program");
  }
  const char *cpu = fxr_image_cpu(program->uses[0].image);
  fxr_trace("program", "built an image of %zu kernels%s%s for %s, with %zu more",
            program->uses[0].image->kernel_count, cpu ? ", code for " : "", cpu ? cpu : "",
            program->device->name, program->use_count - 1);
  return FALX_SUCCESS;
}

/* NULL: out of memory. */
static struct fxr_program *make(struct fxr_runtime *runtime,
                                const struct fxr_program_request *request,
                                const struct fxr_image_list *images) {
  size_t count = images->items.count, kernel_count = 0;
  for (size_t i = 0; i < count; i++)
    kernel_count += images->items.items[i]->kernel_count;
  size_t uses_size = count * sizeof(struct fxr_program_use);
  struct fxr_program *program =
      calloc(1, sizeof *program + uses_size + kernel_count * sizeof(struct fxr_kernel *));
  if (!program)
    return NULL;
  program->context = request->context;
  program->device = request->device;
  program->number = ++runtime->programs->last_number;
  program->state = FXR_PROGRAM_LINKING;
  program->use_count = count;
  struct fxr_kernel **kernels = (struct fxr_kernel **)((char *)program->uses + uses_size);
  for (size_t i = 0; i < count; i++) {
    struct fxr_image *image = images->items.items[i];
    program->uses[i] = (struct fxr_program_use){
        .program = program, .image = image, .kernels = kernels, .next = image->uses};
    image->uses = &program->uses[i];
    kernels += image->kernel_count;
  }
  runtime->programs->count++;
  return program;
}

/* A later build may succeed: a tool has been installed, a device responds, memory is free. A
 * device that refuses to build a program will refuse again. Threads that waited for the failed
 * build take its result. */
static bool may_try_again(const struct fxr_program *program, bool has_waited) {
  return program->state == FXR_PROGRAM_FAILED && !has_waited &&
         (program->spec_key || program->status != FALX_ERROR_BUILD);
}

static falx_status answer(struct fxr_program_use *use, struct fxr_program_use **out_use) {
  const struct fxr_program *program = use->program;
  if (program->state == FXR_PROGRAM_READY) {
    *out_use = use;
    return FALX_SUCCESS;
  }
  return fxr_error(program->status, "%s",
                   program->detail ? program->detail : falx_status_text(program->status));
}

/* Copies what compilation needs of its images. */
static falx_status plan(struct fxr_program *program) {
  falx_status status = FALX_SUCCESS;
  for (size_t i = 0; status == FALX_SUCCESS && i < program->use_count; i++)
    status = fxr_recipe_create(program->uses[i].image, program->spec_key,
                               i ? NULL : program->spec_kernel, program->use_count > 1,
                               &program->uses[i].recipe);
  if (status == FALX_SUCCESS && !(program->lease = calloc(1, sizeof *program->lease)))
    status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a device program");
  if (status == FALX_SUCCESS)
    program->lease->count = 1;
  program->state = FXR_PROGRAM_COMPILING;
  return status;
}

static bool is_being_built(const struct fxr_program *program) {
  return program->state == FXR_PROGRAM_COMPILING || program->state == FXR_PROGRAM_LINKING;
}

static falx_status lost(struct fxr_program_request *request) {
  request->has_lost_image = true;
  return fxr_error(FALX_ERROR_BUILD, "device code was unloaded while a kernel was built of it");
}

/* Link failures are not kept: by the next attempt a library may have been loaded. */
static falx_status create(struct fxr_runtime *runtime, const struct fxr_program_request *request,
                          struct fxr_program **out_program) {
  struct fxr_image_list images = {0};
  char *key = NULL;
  *out_program = NULL;
  falx_status status = fxr_link_collect(fxr_runtime_images(), request->device,
                                        request->kernel->symbol.image, &images);
  if (status == FALX_SUCCESS)
    key = fxr_spec_key(images.items.items, images.items.count, request->spec_values,
                       request->spec_value_count, &status);
  if (status == FALX_SUCCESS && !(*out_program = make(runtime, request, &images)))
    status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a device program");
  if (status == FALX_SUCCESS) {
    (*out_program)->spec_key = key;
    (*out_program)->spec_kernel = request->kernel;
  } else {
    free(key);
  }
  if (status == FALX_SUCCESS && key && (status = plan(*out_program)) != FALX_SUCCESS)
    destroy(runtime, *out_program);
  fxs_vector_free(&images.items);
  return status;
}

/* With the lock held on entry and return. */
static falx_status build(struct fxr_programs *programs, struct fxr_program *program) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  fxs_mutex_unlock(&registry->lock);
  fxr_error_clear();
  falx_status status = FALX_SUCCESS;
  if (program->spec_key) {
    status = compile(program);
    fxs_mutex_lock(&registry->lock);
    if (status != FALX_SUCCESS || program->is_detached)
      goto done;
    program->state = FXR_PROGRAM_LINKING;
    fxs_mutex_unlock(&registry->lock);
  }
  status = link(program);
  fxs_mutex_lock(&registry->lock);
  if (status == FALX_SUCCESS)
    status = fxr_globals_bind(&registry->globals, program);

done:
  program->status = status;
  program->detail = status == FALX_SUCCESS ? NULL : strdup(falx_error_detail());
  program->state = status == FALX_SUCCESS ? FXR_PROGRAM_READY : FXR_PROGRAM_FAILED;
  pthread_cond_broadcast(&programs->changed);
  return status;
}

falx_status fxr_program_get(struct fxr_runtime *runtime, struct fxr_program_request *request,
                            struct fxr_program_use **out_use) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  struct fxr_programs *programs = runtime->programs;
  struct fxr_program_use *use;
  struct fxr_program *program;
  bool has_waited = false;
  uint64_t withdrawals = registry->withdrawals;
  *out_use = NULL;
  request->has_lost_image = false;
  while ((use = find(request))) {
    if (may_try_again(use->program, has_waited)) {
      destroy(runtime, use->program);
      break;
    }
    if (!is_being_built(use->program)) {
      trace_lookup(request->kernel, use);
      note_use(programs, use->program);
      return answer(use, out_use);
    }
    pthread_cond_wait(&programs->changed, &registry->lock.native);
    has_waited = true;
    if (registry->withdrawals != withdrawals)
      return lost(request);
  }
  trace_lookup(request->kernel, NULL);
  falx_status status = create(runtime, request, &program);
  if (status != FALX_SUCCESS)
    return status;
  status = build(programs, program);
  if (program->is_detached) {
    free_program(programs, program);
    programs->detached_count--;
    pthread_cond_broadcast(&programs->changed); /* late shutdown waits for this */
    return lost(request);
  }
  if (status == FALX_SUCCESS) {
    *out_use = program->uses;
    count_size(programs, program);
    trace_program(program);
  } else if (status == FALX_ERROR_MEMORY_ALLOCATION || program->use_count > 1) {
    destroy(runtime, program); /* may succeed later: let waiting threads retry */
  }
  return status;
}

static void trace_eviction(const struct fxr_program *program, uint64_t limit) {
  char pretty[512];
  fxr_trace("cache",
            "evicted: program %llu of \"%s\" with %.*s, %zu KiB, used least recently: "
            "FALX_CACHE_MEMORY_SIZE is %llu MiB",
            (unsigned long long)program->number,
            fxr_kernel_pretty_name(program->spec_kernel->symbol.name, pretty, sizeof pretty),
            (int)strlen(program->spec_key) - 1, program->spec_key, program->size >> 10,
            (unsigned long long)(limit >> 20));
}

void fxr_programs_evict(struct fxr_runtime *runtime) {
  struct fxr_programs *programs = runtime->programs;
  uint64_t limit = fxr_setting_bytes("FALX_CACHE_MEMORY_SIZE", DEFAULT_LIMIT_MIB);
  for (struct fxr_program *program = programs->oldest, *newer; program && programs->size > limit;
       program = newer) {
    newer = program->newer;
    if (__atomic_load_n(&program->lease->count, __ATOMIC_ACQUIRE) > 1)
      continue;
    if (fxr_traces("cache"))
      trace_eviction(program, limit);
    destroy(runtime, program);
  }
}

const struct fxr_image_kernel *fxr_program_kernel(const struct fxr_program_use *use,
                                                  const struct fxr_image_kernel *kernel) {
  if (!use->made)
    return kernel;
  const struct fxr_image *image = &use->made->module.images[0];
  for (size_t i = 0; i < image->kernel_count; i++)
    if (strcmp(image->kernels[i].symbol.name, kernel->symbol.name) == 0)
      return &image->kernels[i];
  return NULL;
}

/* With the lock held. may_wait: also waits for compilations; false while a library is being
 * closed: that thread holds the loader's lock, which loading the compiled library takes. */
static void forget_image(struct fxr_runtime *runtime, struct fxr_image *image,
                         falx_context_t context, bool may_wait) {
  struct fxr_program_use *use = image->uses;
  while (use) {
    struct fxr_program *program = use->program;
    if (context && program->context != context) {
      use = use->next;
      continue;
    }
    if (program->state == FXR_PROGRAM_COMPILING && !may_wait) {
      detach(runtime->programs, program);
    } else if (is_being_built(program)) {
      __atomic_store_n(&program->is_cancelled, 1, __ATOMIC_RELAXED);
      pthread_cond_wait(&runtime->programs->changed, &fxr_runtime_images()->lock.native);
    } else {
      destroy(runtime, program);
    }
    use = image->uses;
  }
}

void fxr_programs_forget_image(struct fxr_runtime *runtime, struct fxr_image *image) {
  forget_image(runtime, image, NULL, false);
}

static void forget(struct fxr_runtime *runtime, falx_context_t context) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  fxs_mutex_lock(&registry->lock);
  for (struct fxr_module *module = registry->first; runtime->programs->count && module;
       module = module->next)
    for (size_t i = 0; i < module->image_count; i++)
      forget_image(runtime, &module->images[i], context, true);
  while (!context && runtime->programs->detached_count)
    pthread_cond_wait(&runtime->programs->changed, &registry->lock.native);
  fxs_mutex_unlock(&registry->lock);
  fxr_programs_free_ended(runtime);
}

void fxr_programs_forget_context(struct fxr_runtime *runtime, falx_context_t context) {
  forget(runtime, context);
}

void fxr_programs_cancel_recompilation(struct fxr_runtime *runtime) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  fxs_mutex_lock(&registry->lock);
  for (struct fxr_module *module = registry->first; runtime->programs->count && module;
       module = module->next)
    for (size_t i = 0; i < module->image_count; i++)
      for (struct fxr_program_use *use = module->images[i].uses; use; use = use->next)
        if (is_being_built(use->program) && fxr_spec_is_of_launches(use->program->spec_key))
          __atomic_store_n(&use->program->is_cancelled, 1, __ATOMIC_RELAXED);
  fxs_mutex_unlock(&registry->lock);
}

void fxr_programs_free(struct fxr_runtime *runtime) {
  forget(runtime, NULL);
  fxr_kernel_free_blocks(runtime->programs);
  pthread_cond_destroy(&runtime->programs->changed);
}
