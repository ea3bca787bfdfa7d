#include "support/aspects.h"

#include <stddef.h>

const char *fxs_aspect_name(uint32_t aspect) {
  static const char *const names[] = {
      [0] = "host",
      [1] = "cpu",
      [2] = "gpu",
      [3] = "accelerator",
      [4] = "custom",
      [5] = "fp16",
      [6] = "fp64",
      [9] = "image",
      [10] = "online_compiler",
      [11] = "online_linker",
      [12] = "queue_profiling",
      [13] = "usm_device_allocations",
      [14] = "usm_host_allocations",
      [15] = "usm_shared_allocations",
      [17] = "usm_system_allocations",
      [26] = "usm_atomic_host_allocations",
      [27] = "usm_atomic_shared_allocations",
      [28] = "atomic64",
      [32] = "host_debuggable",
      [50] = "emulated",
  };
  return aspect < sizeof names / sizeof *names ? names[aspect] : NULL;
}
