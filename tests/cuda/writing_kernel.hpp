// The kernel of errors.cpp and faults.cpp, where there is no GPU to run it.
#pragma once
#include <cstddef>
#include <cstring>

/* The kernel, as the driver without a GPU calls it: a pointer and the first words of a struct
 * falx_launch_range. Nothing is written to the address 16, which stands for one that is not
 * there. */
struct fake_launch {
  const char *name;
  unsigned grid[3], block[3], shared, parameter_count;
  const void *const *parameters;
};
extern "C" __attribute__((visibility("default"))) void falx_fake_kernel(const fake_launch *launch) {
  int *memory;
  size_t end;
  std::memcpy(&memory, launch->parameters[0], sizeof memory);
  std::memcpy(&end, static_cast<const size_t *>(launch->parameters[1]) + 1, sizeof end);
  for (size_t i = 0; i < size_t(launch->grid[0]) * launch->block[0] && memory != (int *)16; ++i)
    if (i < end)
      memory[i] = int(i);
}
