/* The steps of an executable as a list of the adapter's. */
#include "runtime/graph/executable.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/platform/context.h"
#include "runtime/platform/device.h"
#include "runtime/program/kernel.h"
#include "runtime/program/program.h"
#include "runtime/queue/queue.h"
#include "runtime/submit/submit.h"

/* ---- Life ---- */

static void free_prepared(struct fxr_kept *kept) {
  struct fxr_prepared *prepared = (struct fxr_prepared *)kept;
  if (prepared->list.handle)
    prepared->ops->list_destroy(prepared->list.handle);
  for (size_t i = 0; i < prepared->leases.count; i++)
    fxr_lease_release(prepared->leases.items[i]);
  fxs_vector_free(&prepared->kernels);
  fxs_vector_free(&prepared->leases);
  fxs_vector_free(&prepared->pointers);
  fxr_context_release(prepared->context);
  free(prepared);
}

bool fxr_prepared_is_current(const struct fxr_prepared *prepared) {
  for (size_t i = 0; i < prepared->kernels.count; i++)
    if (__atomic_load_n(&prepared->kernels.items[i].kernel->serial, __ATOMIC_ACQUIRE) !=
        prepared->kernels.items[i].serial)
      return false;
  return true;
}

static bool note_kernel(struct fxr_prepared *prepared, struct fxr_kernel *kernel,
                        struct fxr_lease *lease) {
  struct fxr_list_kernel use = {kernel, __atomic_load_n(&kernel->serial, __ATOMIC_ACQUIRE)};
  if (lease && !fxs_vector_push(&prepared->leases, lease)) {
    fxr_lease_release(lease);
    return false;
  }
  for (size_t i = prepared->kernels.count; i-- > 0;)
    if (prepared->kernels.items[i].kernel == kernel)
      return true;
  return fxs_vector_push(&prepared->kernels, use);
}

/* ---- Commands ---- */

struct draft { /* what commands point to until the list is made */
  struct fxa_list_command *commands;
  struct fxa_launch *launches;
  char **functors; /* owned; of kernels with accessors */
  size_t count;
};

static void free_draft(struct draft *draft) {
  for (size_t i = 0; draft->functors && i < draft->count; i++)
    free(draft->functors[i]);
  free(draft->functors);
  free(draft->launches);
  free(draft->commands);
}

static falx_status no_memory(void) {
  return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory for an executable graph");
}

static falx_status make_draft(struct draft *draft, size_t count) {
  size_t room = count ? count : 1;
  *draft = (struct draft){.count = count};
  draft->commands = calloc(room, sizeof *draft->commands);
  draft->launches = calloc(room, sizeof *draft->launches);
  draft->functors = calloc(room, sizeof *draft->functors);
  if (draft->commands && draft->launches && draft->functors)
    return FALX_SUCCESS;
  free_draft(draft);
  return no_memory();
}

static falx_status set_command(const struct fxr_work *work, struct fxa_launch *launch,
                               struct fxa_list_command *command) {
  switch (work->kind) {
  case FXR_WORK_NONE:
  case FXR_WORK_PREFETCH: /* hints keep their place in the order */
  case FXR_WORK_ADVISE:
    command->kind = FXA_LIST_EMPTY;
    return FALX_SUCCESS;
  case FXR_WORK_KERNEL:
    *launch = (struct fxa_launch){.range = work->u.kernel.range,
                                  .functor = work->u.kernel.functor,
                                  .functor_size = work->u.kernel.kernel->functor_size,
                                  .has_root_sync = work->u.kernel.has_root_sync,
                                  .local_memory = work->u.kernel.local_memory,
                                  .launch_memory = work->u.kernel.launch_memory};
    command->kind = FXA_LIST_KERNEL;
    command->u.kernel.kernel = work->u.kernel.kernel->adapter_kernel;
    command->u.kernel.launch = launch;
    return FALX_SUCCESS;
  case FXR_WORK_COPY:
    command->kind = FXA_LIST_COPY;
    command->u.copy.destination = work->u.copy.destination;
    command->u.copy.source = work->u.copy.source;
    command->u.copy.bytes = work->u.copy.bytes;
    return FALX_SUCCESS;
  case FXR_WORK_FILL:
    command->kind = FXA_LIST_FILL;
    command->u.fill.destination = work->u.fill.destination;
    command->u.fill.pattern = work->u.fill.pattern;
    command->u.fill.pattern_size = work->u.fill.pattern_size;
    command->u.fill.count = work->u.fill.count;
    return FALX_SUCCESS;
  case FXR_WORK_COPY_BOX:
    command->kind = FXA_LIST_COPY_BOX;
    command->u.box.destination = work->u.box.destination.origin;
    command->u.box.source = work->u.box.source.origin;
    for (int d = 0; d < 2; d++) {
      command->u.box.destination_pitch[d] = work->u.box.destination.pitch[d];
      command->u.box.source_pitch[d] = work->u.box.source.pitch[d];
    }
    memcpy(command->u.box.region, work->u.box.region, sizeof command->u.box.region);
    return FALX_SUCCESS;
  default:
    return FALX_ERROR_NOT_SUPPORTED;
  }
}

/* The step as command number `at` of the draft. */
static falx_status draft_step(falx_executable_t executable, const struct fxr_step *step,
                              const struct fxr_access *accesses, size_t count,
                              struct fxr_prepared *prepared, struct draft *draft, size_t at) {
  struct fxr_work work = {.kind = FXR_WORK_NONE};
  const struct falx_command *command = &step->payload->command;
  struct fxa_list_command *out = &draft->commands[at];
  falx_status status = fxr_submit_prepare(executable->graph->queue, command, &work);
  if (status != FALX_SUCCESS)
    return status;
  if (work.kind == FXR_WORK_KERNEL) {
    struct fxr_kernel *kernel = work.u.kernel.kernel;
    if (!note_kernel(prepared, kernel, work.u.kernel.lease))
      return no_memory();
    size_t room = (kernel->functor_size + 63u) / 64 * 64;
    if (kernel->accessor_count && !(draft->functors[at] = aligned_alloc(64, room ? room : 64)))
      return no_memory();
  } else if (command->kind == FALX_COMMAND_KERNEL) {
    fxr_lease_release(work.u.kernel.lease);
  }
  status = fxr_submit_place(command, accesses, count, draft->functors[at], &work);
  if (status == FALX_SUCCESS)
    status = set_command(&work, &draft->launches[at], out);
  out->waits = step->before;
  out->wait_count = step->before_count;
  return status;
}

static falx_status fill_in(falx_executable_t executable, const struct fxr_access *accesses,
                           size_t count, struct fxr_prepared *prepared) {
  struct draft draft;
  falx_status status = make_draft(&draft, executable->steps.count);
  if (status != FALX_SUCCESS)
    return status;
  for (size_t i = 0; i < draft.count && status == FALX_SUCCESS; i++)
    status =
        draft_step(executable, &executable->steps.items[i], accesses, count, prepared, &draft, i);
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++)
    if (!fxs_vector_push(&prepared->pointers, accesses[i].pointer))
      status = no_memory();
  if (status == FALX_SUCCESS) {
    falx_device_t device = executable->graph->device;
    fxr_error_clear();
    status = prepared->ops->list_create(prepared->context->handle, device->handle, draft.commands,
                                        draft.count, &prepared->list.handle);
    if (status != FALX_SUCCESS)
      fxr_error_from_adapter(status, device->name, "preparing a graph");
  }
  free_draft(&draft);
  return status;
}

falx_status fxr_prepared_make(falx_executable_t executable, const struct fxr_access *accesses,
                              size_t count, struct fxr_prepared **out_prepared) {
  struct fxr_prepared *prepared = calloc(1, sizeof *prepared);
  *out_prepared = NULL;
  if (!prepared)
    return no_memory();
  prepared->list.kept = (struct fxr_kept){1, free_prepared};
  prepared->ops = executable->graph->device->ops;
  prepared->context = executable->graph->context;
  fxr_context_retain(prepared->context);
  falx_status status = fill_in(executable, accesses, count, prepared);
  if (status == FALX_SUCCESS)
    *out_prepared = prepared;
  else
    fxr_kept_release(&prepared->list.kept);
  return status;
}

falx_status fxr_prepared_update(falx_executable_t executable, const uint32_t *numbers,
                                size_t count) {
  struct fxr_prepared *prepared = executable->prepared;
  struct draft draft;
  if (!prepared->ops->list_update || !fxr_prepared_is_current(prepared))
    return FALX_ERROR_NOT_SUPPORTED;
  falx_status status = make_draft(&draft, count);
  if (status != FALX_SUCCESS)
    return status;
  for (size_t i = 0; i < count && status == FALX_SUCCESS; i++)
    status =
        draft_step(executable, &executable->steps.items[numbers[i]], NULL, 0, prepared, &draft, i);
  if (status == FALX_SUCCESS)
    status = prepared->ops->list_update(prepared->list.handle, numbers, draft.commands, count);
  free_draft(&draft);
  return status;
}
