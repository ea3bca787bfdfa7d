/* Programs: PTX, compiled by the driver when it is loaded; several images by its linker. What that
 * makes is kept where the runtime stores programs for other processes. */
#include "adapters/cuda/cuda.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 16384 };

/* What the driver writes while it compiles. */
struct log {
  char errors[LOG_BYTES], infos[LOG_BYTES];
  int options[4];
  void *values[4];
};

static struct log *make_log(void) {
  struct log *log = calloc(1, sizeof *log);
  if (!log)
    return NULL;
  const int options[4] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                          CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
  memcpy(log->options, options, sizeof options);
  log->values[0] = log->errors;
  log->values[2] = log->infos;
  log->values[1] = log->values[3] = (void *)(uintptr_t)(LOG_BYTES - 1);
  return log;
}

/* host->error with the driver's log behind the sentence. */
static falx_status build_failed(struct fxa_device *device, CUresult error, const struct log *log,
                                const char *what) {
  if (error == CUDA_ERROR_OUT_OF_MEMORY || cud_note(device, error))
    return cud_failed(device, error, "the driver cannot %s for %s", what, device->name);
  const char *name = NULL;
  if (cud_cu.cuGetErrorName(error, &name) != CUDA_SUCCESS || !name)
    name = "an error";
  return cud_host->error(
      FALX_ERROR_BUILD, "cuda: the driver cannot %s for %s: %s (%d)%s%s%s%s%s", what, device->name,
      name, error, error == CUDA_ERROR_UNSUPPORTED_PTX_VERSION ? "; a newer driver is needed" : "",
      log->errors[0] ? "\n" : "", log->errors, log->infos[0] ? "\n" : "", log->infos);
}

/* The device's context is current from here on. */
static falx_status load(struct fxa_program *program, const void *code, const char *what) {
  struct log *log = make_log();
  if (!log)
    return cud_no_memory("a program");
  CUresult error = cud_cu.cuModuleLoadDataEx(&program->module, code, 4, log->options, log->values);
  falx_status status =
      error == CUDA_SUCCESS ? FALX_SUCCESS : build_failed(program->device, error, log, what);
  free(log);
  return status;
}

static CUresult add_all(CUlinkState state, const struct falx_image *const *images, size_t count) {
  CUresult error = CUDA_SUCCESS;
  for (size_t i = 0; i < count && error == CUDA_SUCCESS; i++) {
    const struct falx_image_entry *first = images[i]->entries_begin;
    error = cud_cu.cuLinkAddData_v2(
        state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)images[i]->binary_begin,
        (size_t)(images[i]->binary_end - images[i]->binary_begin),
        first < images[i]->entries_end ? first->name : "image", 0, NULL, NULL);
  }
  return error;
}

/* Keeps what the linker makes with the program. */
static falx_status link_images(struct fxa_program *program, const struct falx_image *const *images,
                               size_t count) {
  struct log *log = make_log();
  if (!log)
    return cud_no_memory("a program");
  CUlinkState state = NULL;
  void *cubin = NULL;
  size_t size = 0;
  falx_status status = FALX_SUCCESS;
  CUresult error = cud_cu.cuLinkCreate_v2(4, log->options, log->values, &state);
  if (error == CUDA_SUCCESS)
    error = add_all(state, images, count);
  if (error == CUDA_SUCCESS)
    error = cud_cu.cuLinkComplete(state, &cubin, &size);
  if (error != CUDA_SUCCESS)
    status = build_failed(program->device, error, log,
                          count > 1 ? "link device images" : "build a device program");
  else if (!(program->cubin = malloc(size)))
    status = cud_no_memory("a program");
  if (program->cubin) {
    memcpy(program->cubin, cubin, size);
    program->cubin_bytes = size;
  }
  if (state)
    cud_cu.cuLinkDestroy(state);
  free(log);
  return status;
}

/* The driver otherwise loads a kernel when it is launched first, and waits for the whole device to
 * do so: for ever, where a kernel that runs waits for that launch. Kernels that it does not find
 * are missed when they are asked for. */
static falx_status load_kernels(const struct fxa_program *program,
                                const struct falx_image *const *images, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (const struct falx_image_entry *e = images[i]->entries_begin; e < images[i]->entries_end;
         e++) {
      CUfunction function = NULL;
      if (e->flags != FALX_ENTRY_KERNEL)
        continue;
      CUresult error = cud_cu.cuModuleGetFunction(&function, program->module, e->name);
      if (error == CUDA_SUCCESS && cud_cu.cuFuncLoad)
        error = cud_cu.cuFuncLoad(function);
      if (error == CUDA_ERROR_OUT_OF_MEMORY || cud_note(program->device, error))
        return cud_failed(program->device, error, "kernel '%s' cannot be loaded", e->name);
    }
  return FALX_SUCCESS;
}

static falx_status check(const struct falx_image *image) {
  if (image->format != FALX_IMAGE_FORMAT_PTX && image->format != FALX_IMAGE_FORMAT_NONE)
    return cud_host->error(FALX_ERROR_BUILD,
                           "cuda: an image of format %u for target '%s' cannot run here; build "
                           "with -fsycl-targets=" FALX_TARGET_NVPTX64,
                           image->format, image->target);
  if (image->binary_begin >= image->binary_end || image->binary_end[-1] != 0)
    return cud_host->error(FALX_ERROR_BUILD,
                           "cuda: an image is damaged: its PTX does not end with a zero");
  return FALX_SUCCESS;
}

/* As falx.h's settings have it: the runtime keeps programs on disk. */
static bool is_kept(void) {
  const char *wish = cud_host->setting("FALX_CACHE_PERSISTENT");
  return wish && strcmp(wish, "1") == 0;
}

static falx_status open(struct fxa_device *device, struct fxa_program **out_program,
                        CUcontext *out_before) {
  *out_program = NULL;
  if (cud_is_lost(device))
    return cud_lost(device, "a program cannot be built");
  struct fxa_program *program = calloc(1, sizeof *program);
  if (!program)
    return cud_no_memory("a program");
  program->device = device;
  falx_status status = cud_enter(device, out_before);
  if (status != FALX_SUCCESS) {
    free(program);
    return status;
  }
  *out_program = program;
  return FALX_SUCCESS;
}

static falx_status finish(falx_status status, CUcontext before, struct fxa_program **io_program) {
  cud_leave(before);
  if (status != FALX_SUCCESS) {
    cud_program_destroy(*io_program);
    *io_program = NULL;
  }
  return status;
}

falx_status cud_program_create(struct fxa_context *context, struct fxa_device *device,
                               const struct falx_image *const *images, size_t count,
                               struct fxa_program **out_program) {
  CUcontext before;
  (void)context;
  *out_program = NULL;
  for (size_t i = 0; i < count; i++) {
    falx_status status = check(images[i]);
    if (status != FALX_SUCCESS)
      return status;
  }
  falx_status status = open(device, out_program, &before);
  if (status != FALX_SUCCESS)
    return status;
  if (count == 1 && !is_kept()) {
    status = load(*out_program, images[0]->binary_begin, "build a device program");
  } else {
    status = link_images(*out_program, images, count);
    if (status == FALX_SUCCESS)
      status = load(*out_program, (*out_program)->cubin, "load what it has linked");
  }
  if (status == FALX_SUCCESS)
    status = load_kernels(*out_program, images, count);
  return finish(status, before, out_program);
}

void cud_program_destroy(struct fxa_program *program) {
  CUcontext before;
  if (program->module && cud_enter(program->device, &before) == FALX_SUCCESS) {
    cud_note(program->device, cud_cu.cuModuleUnload(program->module));
    cud_leave(before);
  }
  free(program->cubin);
  free(program);
}

falx_status cud_program_save(struct fxa_program *program, size_t size, void *bytes,
                             size_t *out_size) {
  *out_size = 0;
  if (!program->cubin)
    return cud_host->error(FALX_ERROR_NOT_SUPPORTED,
                           "cuda: what the driver made of the program was not kept; it is with "
                           "FALX_CACHE_PERSISTENT=1");
  *out_size = program->cubin_bytes;
  if (bytes && size >= program->cubin_bytes)
    memcpy(bytes, program->cubin, program->cubin_bytes);
  return FALX_SUCCESS;
}

falx_status cud_program_load(struct fxa_context *context, struct fxa_device *device,
                             const struct falx_image *const *images, size_t count,
                             const void *bytes, size_t size, struct fxa_program **out_program) {
  static const unsigned char elf[4] = {0x7f, 'E', 'L', 'F'};
  CUcontext before;
  (void)context;
  *out_program = NULL;
  if (size < sizeof elf || memcmp(bytes, elf, sizeof elf) != 0)
    return cud_host->error(FALX_ERROR_BUILD, "cuda: a kept program is not one of CUDA's");
  falx_status status = open(device, out_program, &before);
  if (status != FALX_SUCCESS)
    return status;
  status = load(*out_program, bytes, "load a program that was kept");
  if (status == FALX_SUCCESS)
    status = load_kernels(*out_program, images, count);
  return finish(status, before, out_program);
}

/* ---- Device globals: the module has a slot for the address of each, by its unique id ---- */

falx_status cud_variable_bind(struct fxa_program *program, const struct falx_image *image,
                              const char *name, uint32_t which, void *memory) {
  CUdeviceptr slot = 0, value = cud_address(memory);
  size_t bytes = 0;
  CUcontext before;
  (void)image;
  (void)which;
  char *symbol = strdup(name);
  if (!symbol)
    return cud_no_memory("a device_global's name");
  for (char *c = symbol; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '_')
      *c = FALX_PTX_SYMBOL_FILL;
  falx_status status = cud_enter(program->device, &before);
  if (status == FALX_SUCCESS) {
    CUresult error = cud_cu.cuModuleGetGlobal_v2(&slot, &bytes, program->module, symbol);
    cud_leave(before);
    if (error != CUDA_SUCCESS)
      status = cud_failed(program->device, error, "the module has no device_global %s", name);
    else if (bytes != sizeof value)
      status = cud_host->error(FALX_ERROR_BUILD,
                               "cuda: device_global %s has a slot of %zu bytes in the module", name,
                               bytes);
    else
      status =
          cud_memory_write(NULL, program->device, (void *)(uintptr_t)slot, &value, sizeof value);
  }
  free(symbol);
  return status;
}
