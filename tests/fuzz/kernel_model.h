/* The reference model, which uses none of the compiler's passes: each work-item is a coroutine
 * that yields wherever it has to wait for others. */
#ifndef FALX_TESTS_FUZZ_KERNEL_MODEL_H
#define FALX_TESTS_FUZZ_KERNEL_MODEL_H

#include "tests/fuzz/kernel_generator.h"

enum model_collective {
  MODEL_ADD,
  MODEL_MULTIPLY,
  MODEL_SMIN,
  MODEL_SMAX,
  MODEL_UMIN,
  MODEL_UMAX,
  MODEL_AND,
  MODEL_OR,
  MODEL_XOR,
  MODEL_COLLECTIVES
};

enum { GROUP_MEMORY_BYTES = 2048 };

/* Called by compiled code. */
uint64_t model_id(int32_t id, int32_t dimension);
uint64_t model_group(int32_t site, int32_t operation, int32_t collective, int32_t type,
                     uint64_t value, int32_t lane);
void model_barrier(int32_t site);
void *model_group_memory(int32_t block); /* GROUP_MEMORY_BYTES of it */

/* Runs all work-items; sub-groups have `lanes`. False where work-items waited for each other at
 * different places. */
bool model_run(const struct kernel *kernel, void (*item)(void *user), void *user, unsigned lanes);

#endif
