/* A local range where the program leaves it to the runtime. */
#ifndef FALX_RUNTIME_AUTO_RANGE_H
#define FALX_RUNTIME_AUTO_RANGE_H

#include "runtime/program/kernel.h"
#include "runtime/queue/queue.h"

/* Whether the local range of a kernel's launch is left to the runtime. */
static inline bool fxr_is_auto_range(const struct falx_command *command) {
  return command->kind == FALX_COMMAND_KERNEL && command->u.kernel.range.has_local &&
         command->u.kernel.range.local[0] == FALX_LOCAL_AUTO;
}

/* Chooses it: what the kernel requires, otherwise the most work-items, up to a limit, that divide
 * the global range, first those that move fastest. */
void fxr_choose_local(falx_queue_t queue, const struct fxr_kernel *kernel,
                      struct falx_nd_range *range);

#endif
