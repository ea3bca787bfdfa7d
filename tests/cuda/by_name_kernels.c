/* The kernels of examples/c/kernels.cpp and of_buffers of tests/flows/inputs/c_api/kernels.cpp, for
 * the driver without a GPU (fake.h): a library for programs in C and Python. */
#include "tests/cuda/by_name.h"

#include <string.h>

#include "falx/image.h"
#include "tests/cuda/fake.h"

EXPORT unsigned *falx_fake_negatives;
EXPORT unsigned falx_fake_shared;

static void *pointer(const struct fake_launch *launch, unsigned index) {
  void *value;
  memcpy(&value, launch->parameters[index], sizeof value);
  return value;
}

static size_t end_of(const struct fake_launch *launch, unsigned dimension) {
  const struct falx_launch_dimension *range = launch->parameters[launch->parameter_count - 1];
  return range[dimension].end;
}

static void run_saxpy(const struct fake_launch *launch) {
  float a;
  const float *x = pointer(launch, 1);
  float *y = pointer(launch, 2);
  memcpy(&a, launch->parameters[0], sizeof a);
  for (size_t i = 0; i < end_of(launch, 0); i++)
    y[i] = a * x[i] + y[i];
}

static void run_count_negatives(const struct fake_launch *launch) {
  const float *values = pointer(launch, 0);
  for (size_t i = 0; i < end_of(launch, 0); i++)
    *falx_fake_negatives += values[i] < 0;
}

static void run_transpose(const struct fake_launch *launch) {
  const double *from = pointer(launch, 0);
  double *to = pointer(launch, 1);
  size_t columns = end_of(launch, 0), rows = end_of(launch, 1);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++)
      to[c * rows + r] = from[r * columns + c];
}

/* Of an accessor there is what the kernel uses: of the first, the pointer and the offset. */
static void run_of_buffers(const struct fake_launch *launch) {
  float factor;
  size_t offset;
  const float *from = pointer(launch, 1);
  float *to = pointer(launch, 3);
  memcpy(&factor, launch->parameters[0], sizeof factor);
  memcpy(&offset, launch->parameters[2], sizeof offset);
  size_t local = launch->block[0], count = launch->grid[0] * local;
  for (size_t i = 0; i < count; i++)
    to[count + i] = factor * from[offset + i / local * local + local - 1 - i % local];
  falx_fake_shared = launch->shared;
}

EXPORT void falx_fake_kernel(const struct fake_launch *launch);
EXPORT void falx_fake_kernel(const struct fake_launch *launch) {
  if (strstr(launch->name, "saxpy"))
    run_saxpy(launch);
  else if (strstr(launch->name, "count_negatives"))
    run_count_negatives(launch);
  else if (strstr(launch->name, "transposeId"))
    run_transpose(launch);
  else if (strstr(launch->name, "of_buffers"))
    run_of_buffers(launch);
}
