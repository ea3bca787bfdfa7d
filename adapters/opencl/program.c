/* Programs: SPIR-V modules, compiled and linked by the driver. */
#include "adapters/opencl/opencl.h"

#include <stdlib.h>

#include "support/strbuf.h"

/* host->error with the driver's log behind the sentence. */
static falx_status build_failed(cl_program program, const struct fxa_device *device, cl_int error,
                                const char *what) {
  size_t size = 0;
  char *log = NULL;
  if (program && ocl_cl.clGetProgramBuildInfo(program, device->handle, CL_PROGRAM_BUILD_LOG, 0,
                                              NULL, &size) == CL_SUCCESS)
    log = calloc(1, size + 1);
  if (log)
    ocl_cl.clGetProgramBuildInfo(program, device->handle, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  falx_status status = ocl_host->error(
      error == CL_OUT_OF_HOST_MEMORY ? FALX_ERROR_MEMORY_ALLOCATION : FALX_ERROR_BUILD,
      "opencl: the driver cannot %s: %s (%d)%s%s", what, ocl_error_name(error), (int)error,
      log && log[0] ? "\n" : "", log ? log : "");
  free(log);
  return status;
}

static falx_status load(struct fxa_context *context, const struct fxa_device *device,
                        const struct falx_image *image, cl_program *out_program) {
  cl_int error;
  void *words;
  size_t size;
  *out_program = NULL;
  if (image->format != FALX_IMAGE_FORMAT_SPIRV && image->format != FALX_IMAGE_FORMAT_NONE)
    return ocl_host->error(FALX_ERROR_BUILD,
                           "opencl: an image of format %u for target '%s' cannot run here; build "
                           "with -fsycl-targets=spir64",
                           image->format, image->target);
  falx_status status = ocl_module_fit(device, image, &words, &size);
  if (status != FALX_SUCCESS)
    return status;
  *out_program = ocl_cl.clCreateProgramWithIL(context->handle, words ? words : image->binary_begin,
                                              size, &error);
  free(words);
  return *out_program ? FALX_SUCCESS
                      : build_failed(NULL, NULL, error, "take the device code as a SPIR-V module");
}

/* Options of an image, and with both those of its linking. The caller frees them; NULL: no memory.
 */
static char *options_of(const struct falx_image *image, bool has_link_options) {
  struct fxs_strbuf text = {0};
  fxs_strbuf_puts(&text, image->compile_options);
  if (has_link_options && image->link_options[0])
    fxs_strbuf_printf(&text, " %s", image->link_options);
  fxs_strbuf_puts(&text, "");
  return fxs_strbuf_take(&text);
}

static falx_status no_memory(void) {
  return ocl_host->error(FALX_ERROR_MEMORY_ALLOCATION, "opencl: no memory for a program");
}

static falx_status build_one(struct fxa_program *program, const struct falx_image *image) {
  char *options = options_of(image, true);
  if (!options)
    return no_memory();
  cl_int error =
      ocl_cl.clBuildProgram(program->handle, 1, &program->device->handle, options, NULL, NULL);
  free(options);
  return error == CL_SUCCESS
             ? FALX_SUCCESS
             : build_failed(program->handle, program->device, error, "build a device program");
}

static falx_status compile(struct fxa_program *program, const struct falx_image *image,
                           cl_program *out_part) {
  falx_status status = load(program->context, program->device, image, out_part);
  if (status != FALX_SUCCESS)
    return status;
  char *options = options_of(image, false);
  if (!options)
    return no_memory();
  cl_int error = ocl_cl.clCompileProgram(*out_part, 1, &program->device->handle, options, 0, NULL,
                                         NULL, NULL, NULL);
  free(options);
  return error == CL_SUCCESS
             ? FALX_SUCCESS
             : build_failed(*out_part, program->device, error, "compile a device image");
}

static falx_status link_images(struct fxa_program *program, const struct falx_image *const *images,
                               size_t count) {
  cl_program *parts = calloc(count, sizeof *parts);
  if (!parts)
    return no_memory();
  falx_status status = FALX_SUCCESS;
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++)
    status = compile(program, images[i], &parts[i]);
  if (status == FALX_SUCCESS) {
    cl_int error = CL_SUCCESS;
    program->handle =
        ocl_cl.clLinkProgram(program->context->handle, 1, &program->device->handle,
                             images[0]->link_options, (cl_uint)count, parts, NULL, NULL, &error);
    if (error != CL_SUCCESS)
      status = build_failed(program->handle, program->device, error, "link device images");
  }
  for (size_t i = 0; i < count; i++)
    if (parts[i])
      ocl_cl.clReleaseProgram(parts[i]);
  free(parts);
  return status;
}

falx_status ocl_program_create(struct fxa_context *context, struct fxa_device *device,
                               const struct falx_image *const *images, size_t count,
                               struct fxa_program **out_program) {
  *out_program = NULL;
  struct fxa_program *program = calloc(1, sizeof *program);
  if (!program)
    return no_memory();
  *program = (struct fxa_program){.context = context, .device = device};
  falx_status status;
  if (count == 1) {
    status = load(context, device, images[0], &program->handle);
    if (status == FALX_SUCCESS)
      status = build_one(program, images[0]);
  } else {
    status = link_images(program, images, count);
  }
  if (status != FALX_SUCCESS) {
    ocl_program_destroy(program);
    return status;
  }
  *out_program = program;
  return FALX_SUCCESS;
}

void ocl_program_destroy(struct fxa_program *program) {
  if (program->handle)
    ocl_cl.clReleaseProgram(program->handle);
  free(program);
}

/* ---- What the driver has made of programs ---- */

/* A program of a context with several devices lists them all, also those that it is not for. */
falx_status ocl_program_save(struct fxa_program *program, size_t size, void *bytes,
                             size_t *out_size) {
  cl_uint count = 0;
  *out_size = 0;
  cl_int error =
      ocl_cl.clGetProgramInfo(program->handle, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL);
  size_t slots = count ? count : 1;
  cl_device_id *devices = calloc(slots, sizeof *devices);
  size_t *sizes = calloc(slots, sizeof *sizes);
  unsigned char **binaries = calloc(slots, sizeof *binaries);
  if (!devices || !sizes || !binaries)
    error = CL_OUT_OF_HOST_MEMORY;
  if (error == CL_SUCCESS)
    error = ocl_cl.clGetProgramInfo(program->handle, CL_PROGRAM_DEVICES, count * sizeof *devices,
                                    devices, NULL);
  if (error == CL_SUCCESS)
    error = ocl_cl.clGetProgramInfo(program->handle, CL_PROGRAM_BINARY_SIZES, count * sizeof *sizes,
                                    sizes, NULL);
  size_t own = 0;
  while (error == CL_SUCCESS && own < count && devices[own] != program->device->handle)
    own++;
  if (error == CL_SUCCESS && own < count) {
    *out_size = sizes[own];
    if (bytes && size >= sizes[own]) {
      binaries[own] = bytes; /* NULL for the others: not wanted */
      error = ocl_cl.clGetProgramInfo(program->handle, CL_PROGRAM_BINARIES,
                                      count * sizeof *binaries, binaries, NULL);
    }
  }
  free(devices);
  free(sizes);
  free(binaries);
  return error == CL_SUCCESS ? FALX_SUCCESS
                             : ocl_failed(error, "the driver does not give out a program");
}

falx_status ocl_program_load(struct fxa_context *context, struct fxa_device *device,
                             const struct falx_image *const *images, size_t count,
                             const void *bytes, size_t size, struct fxa_program **out_program) {
  const unsigned char *binary = bytes;
  cl_int error, of_binary = CL_SUCCESS;
  (void)count;
  *out_program = NULL;
  struct fxa_program *program = calloc(1, sizeof *program);
  if (!program)
    return no_memory();
  *program = (struct fxa_program){.context = context, .device = device};
  program->handle = ocl_cl.clCreateProgramWithBinary(context->handle, 1, &device->handle, &size,
                                                     &binary, &of_binary, &error);
  falx_status status = program->handle && of_binary == CL_SUCCESS
                           ? build_one(program, images[0])
                           : ocl_failed(error == CL_SUCCESS ? of_binary : error,
                                        "the driver does not take a program that it has made");
  if (status != FALX_SUCCESS) {
    ocl_program_destroy(program);
    return status;
  }
  *out_program = program;
  return FALX_SUCCESS;
}
