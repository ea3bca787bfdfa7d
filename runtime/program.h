/* Programs: an image with those that it imports from, for a context and a device, built once
 * whoever asks first. */
#ifndef FALX_RUNTIME_PROGRAM_H
#define FALX_RUNTIME_PROGRAM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "falx/adapter.h"

struct fxr_image;
struct fxr_image_kernel;
struct fxr_kernel;
struct fxr_program;
struct fxr_runtime;
struct fxr_lease;
struct fxr_recipe;
struct fxr_specialized;

enum fxr_program_state {
  FXR_PROGRAM_COMPILING, /* without the lock, and without its images, which may go meanwhile */
  FXR_PROGRAM_LINKING,   /* without the lock: its images have to stay */
  FXR_PROGRAM_READY,
  FXR_PROGRAM_FAILED
};

/* An image in a program. */
struct fxr_program_use {
  struct fxr_program *program;
  struct fxr_image *image;
  struct fxr_recipe *recipe;    /* while compiling: of what is to be made; or NULL */
  struct fxr_specialized *made; /* runs in the image's place; NULL: the image itself runs */
  struct fxr_kernel **kernels;  /* by index in image->kernels; NULL where not made yet */
  struct fxr_program_use *next; /* of the same image */
};

struct fxr_program {
  falx_context_t context;
  falx_device_t device;
  uint64_t number; /* in the order of making, from 1; for traces */
  enum fxr_program_state state;
  uint32_t is_cancelled; /* atomic: nobody needs what is being compiled */
  bool is_detached;      /* its images went meanwhile: who compiles it frees it */
  falx_status status;    /* of a failed build */
  char *detail;          /* of a failed build; may be NULL */
  struct fxa_program *handle;
  char *spec_key;                             /* fxr_spec_key of its images; NULL: defaults */
  const struct fxr_image_kernel *spec_kernel; /* with a key: the only kernel it has */
  size_t size;                                /* bytes of what was compiled for it */
  struct fxr_lease *lease;                    /* with a key: what keeps it from being evicted */
  struct fxr_program *newer, *older;          /* with a size: in the order of use */
  size_t use_count;
  struct fxr_program_use uses[]; /* the image that it was made for, then what that imports */
};

/* All of it, and the programs that hang from the images, is guarded by the image registry's lock.
 * A program goes when one of its images is unregistered or its context destroyed, and where
 * programs compiled while the process runs take more than FALX_CACHE_MEMORY_SIZE. */
struct fxr_programs {
  pthread_cond_t changed; /* a build has ended */
  size_t count;           /* programs alive */
  size_t detached_count;  /* beside these: programs whose images went */
  size_t size;            /* bytes of all that were compiled */
  struct fxr_program *newest, *oldest;
  struct fxr_specialized *ended;   /* of programs that are gone: to be freed without the lock */
  struct fxr_kernel *free_kernels; /* kernel memory to reuse */
  struct fxr_kernel_block *blocks; /* all kernel memory */
  uint64_t last_serial, last_number;
};

void fxr_programs_init(struct fxr_programs *programs);
/* What a program is asked for. */
struct fxr_program_request {
  falx_context_t context;
  falx_device_t device;
  const struct fxr_image_kernel *kernel; /* that it holds */
  const struct falx_spec_value *spec_values;
  size_t spec_value_count;
  bool has_lost_image; /* out, with a failure: look the kernel up again, images went meanwhile */
};

/* A count: the program's, and one for each launch or event of a kernel of it. It outlives the
 * program, which is evicted only while its own is left. */
struct fxr_lease {
  uint32_t count; /* atomic; grows with the registry's lock held only */
};
void fxr_lease_free(struct fxr_lease *lease);
static inline struct fxr_lease *fxr_lease_take(struct fxr_lease *lease) {
  if (lease)
    __atomic_fetch_add(&lease->count, 1, __ATOMIC_RELAXED);
  return lease;
}
static inline void fxr_lease_release(struct fxr_lease *lease) {
  if (lease && __atomic_sub_fetch(&lease->count, 1, __ATOMIC_ACQ_REL) == 0)
    fxr_lease_free(lease);
}

/* The kernel's image in a program, built if need be; the lock is held at call and return, not while
 * building. A program that was linked for another image serves, too. */
falx_status fxr_program_get(struct fxr_runtime *runtime, struct fxr_program_request *request,
                            struct fxr_program_use **out_use);
/* The kernel as it is in the image that runs. */
const struct fxr_image_kernel *fxr_program_kernel(const struct fxr_program_use *use,
                                                  const struct fxr_image_kernel *kernel);
/* With the lock held, of an image that nobody finds any more; waits for links under way, not for
 * compilations. What is left to free is freed by fxr_programs_free_ended, which locks. */
void fxr_programs_forget_image(struct fxr_runtime *runtime, struct fxr_image *image);
void fxr_programs_free_ended(struct fxr_runtime *runtime);
/* With the lock held: programs used least recently go until the rest is within the limit. */
void fxr_programs_evict(struct fxr_runtime *runtime);
void fxr_programs_forget_context(struct fxr_runtime *runtime, falx_context_t context); /* locks */
void fxr_programs_free(struct fxr_runtime *runtime); /* late shutdown */

#endif
