/* What the cases share: images, kernels, what kernels do. */
#include "tests/cuda/cases.h"

#include <dlfcn.h>

/* tests/adapter/harness.c knows images of host code. */
struct cuda_image cuda_image(const char *ptx) {
  return (struct cuda_image){.image = cuda_ptx_image(ptx)};
}

void cuda_kernel_make(struct cuda_kernel *kernel, const char *ptx, const char *name,
                      const struct fxa_arg *args, uint32_t arg_count) {
  const struct cuda_image image = cuda_image(ptx);
  const struct falx_image *images = &image.image;
  kernel->record.version = FALX_KERNEL_RECORD_VERSION;
  OK(test_table->program_create(test_context, test_device, &images, 1, &kernel->program));
  OK(test_table->kernel_create(kernel->program, name, &kernel->record, args, arg_count,
                               &kernel->handle));
}

void cuda_kernel_free(struct cuda_kernel *kernel) {
  test_table->kernel_destroy(kernel->handle);
  test_table->program_destroy(kernel->program);
}

falx_status cuda_launch(struct fxa_queue *queue, struct cuda_kernel *kernel,
                        const struct falx_nd_range *range, const void *functor,
                        struct fxa_event *const *waits, size_t wait_count,
                        struct fxa_event *event) {
  const struct fxa_launch launch = {
      .range = range, .functor = functor, .functor_size = kernel->record.functor_size};
  return test_table->enqueue_kernel(queue, kernel->handle, &launch, waits, wait_count, event);
}

struct falx_nd_range cuda_range(size_t x, size_t y, size_t z) {
  return (struct falx_nd_range){.dimensions = 3, .global = {x, y, z}};
}

struct falx_nd_range cuda_groups(const size_t groups[3], const size_t local[3]) {
  struct falx_nd_range range = {.dimensions = 3, .has_local = 1};
  for (int d = 0; d < 3; d++) {
    range.local[d] = local[d];
    range.global[d] = groups[d] * local[d];
  }
  return range;
}

void cuda_open(const char *name, const char *value) {
  if (name)
    CHECK(setenv(name, value, 1) == 0);
  test_open();
}

static void *symbol(const char *name) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  CHECK(library);
  void *found = dlsym(library, name);
  dlclose(library);
  CHECK(found);
  return found;
}

struct fake_counts *cuda_counts(void) {
  return symbol("falx_fake_counts");
}

void cuda_symbol(const char *name, void *out_function) {
  void *found = symbol(name);
  memcpy(out_function, &found, sizeof found);
}

const char cuda_step_ptx[] =
    PTX_HEAD ".visible .entry step(.param .align 8 .b8 p0[64])\n{ ret; }\n";

void cuda_step_make(struct cuda_kernel *kernel) {
  static const struct fxa_arg arg = {0, sizeof(struct cuda_step), FALX_PARAM_STD_LAYOUT, 1, 0};
  kernel->record.functor_size = sizeof(struct cuda_step);
  cuda_kernel_make(kernel, cuda_step_ptx, "step", &arg, 1);
}

uint64_t cuda_step_value(const struct cuda_step *step) {
  uint64_t value = step->seed;
  for (uint64_t i = 0; i < step->input_count; i++)
    value += 31 * *step->inputs[i];
  return value;
}

void cuda_step_run(const struct fake_launch *launch) {
  const struct cuda_step *step = launch->parameters[0];
  for (uint64_t start = test_now(); test_now() - start < step->spin_ns;)
    ;
  *step->output = cuda_step_value(step);
}
