/* Cases of adapters/cuda on the fake driver, run by tests/adapter/suite.c: its groups of those
 * names are in the files of this folder. Kernels are PTX texts of which the driver reads the names
 * and parameters, and C functions that it calls. */
#ifndef FALX_TESTS_CUDA_CASES_H
#define FALX_TESTS_CUDA_CASES_H

#include "tests/adapter/harness.h"
#include "tests/cuda/fake.h"
#include "tests/cuda/image.h"

/* An image of the text with one entry that says so. */
struct cuda_image {
  struct falx_image image;
  struct falx_image_entry entry;
};
struct cuda_image cuda_image(const char *ptx);

struct cuda_kernel {
  struct falx_kernel_record record;
  struct fxa_program *program;
  struct fxa_kernel *handle;
};
/* Of a text that has this kernel; record needs no version. */
void cuda_kernel_make(struct cuda_kernel *kernel, const char *ptx, const char *name,
                      const struct fxa_arg *args, uint32_t arg_count);
void cuda_kernel_free(struct cuda_kernel *kernel);
falx_status cuda_launch(struct fxa_queue *queue, struct cuda_kernel *kernel,
                        const struct falx_nd_range *range, const void *functor,
                        struct fxa_event *const *waits, size_t wait_count, struct fxa_event *event);
struct falx_nd_range cuda_range(size_t x, size_t y, size_t z);
struct falx_nd_range cuda_groups(const size_t groups[3], const size_t local[3]);

/* Opens with FALX_CUDA_… set so. */
void cuda_open(const char *name, const char *value);
struct fake_counts *cuda_counts(void);
void cuda_symbol(const char *name, void *out_function); /* of the driver */

/* step: output = seed plus 31 times the sum of the inputs, after some time. */
struct cuda_step {
  uint64_t *output;
  const uint64_t *inputs[4];
  uint64_t input_count, seed, spin_ns;
};
extern const char cuda_step_ptx[];
void cuda_step_make(struct cuda_kernel *kernel);
void cuda_step_run(const struct fake_launch *launch);
uint64_t cuda_step_value(const struct cuda_step *step);

#endif
