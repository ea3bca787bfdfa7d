/* Programs: an image together with those that it imports from, for a context and device, built
 * once, by the first thread that needs it. */
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
  FXR_PROGRAM_COMPILING, /* without the lock and its images, which may be removed meanwhile */
  FXR_PROGRAM_LINKING,   /* without the lock: its images must not be removed */
  FXR_PROGRAM_READY,
  FXR_PROGRAM_FAILED
};

/* An image in a program. */
struct fxr_program_use {
  struct fxr_program *program;
  struct fxr_image *image;
  struct fxr_recipe *recipe;    /* while compiling: what to compile; or NULL */
  struct fxr_specialized *made; /* runs instead of the image; NULL: the image itself runs */
  struct fxr_kernel **kernels;  /* by index in image->kernels; NULL if not created yet */
  struct fxr_program_use *next; /* of the same image */
};

struct fxr_program {
  falx_context_t context;
  falx_device_t device;
  uint64_t number; /* in order of creation, from 1; for traces */
  enum fxr_program_state state;
  uint32_t is_cancelled; /* atomic: the program being compiled is no longer needed */
  bool is_detached;      /* its images were removed: the compiling thread frees it */
  falx_status status;    /* of a failed build */
  char *detail;          /* of a failed build; may be NULL */
  struct fxa_program *handle;
  char *spec_key;                             /* fxr_spec_key of its images; NULL: defaults */
  const struct fxr_image_kernel *spec_kernel; /* with a key: its only kernel */
  size_t size;                                /* bytes of the code compiled for it */
  struct fxr_lease *lease;                    /* with a key: keeps it from being evicted */
  struct fxr_program *newer, *older;          /* with a size: in order of last use */
  size_t use_count;
  struct fxr_program_use uses[]; /* the image that it was built for, then those that it imports
                                  * from */
};

/* All of it, including the images' lists of programs, is guarded by the image registry's lock. A
 * program is destroyed when one of its images is unregistered or its context is destroyed, or
 * evicted when programs compiled at run time exceed FALX_CACHE_MEMORY_SIZE. */
struct fxr_programs {
  pthread_cond_t changed; /* a build has ended */
  size_t count;           /* live programs */
  size_t detached_count;  /* not in count: programs whose images were removed */
  size_t size;            /* bytes of all code compiled at run time */
  struct fxr_program *newest, *oldest;
  struct fxr_specialized *ended;   /* of destroyed programs: to be freed without the lock */
  struct fxr_kernel *free_kernels; /* kernel memory to reuse */
  struct fxr_kernel_block *blocks; /* all kernel memory */
  uint64_t last_serial, last_number;
};

void fxr_programs_init(struct fxr_programs *programs);
/* A request for a program. */
struct fxr_program_request {
  falx_context_t context;
  falx_device_t device;
  const struct fxr_image_kernel *kernel; /* that it must contain */
  const struct falx_spec_value *spec_values;
  size_t spec_value_count;
  bool has_lost_image; /* out, on failure: images were removed meanwhile, look the kernel up
                        * again */
};

/* A reference count: one for the program, and one for each launch or event of its kernels. It
 * outlives the program, which may be evicted only while its own reference is the last. */
struct fxr_lease {
  uint32_t count; /* atomic; incremented only with the registry's lock held */
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

/* The kernel's image in a program, built on demand; the lock is held on entry and return, but
 * not while building. A program that was linked for another image will do. */
falx_status fxr_program_get(struct fxr_runtime *runtime, struct fxr_program_request *request,
                            struct fxr_program_use **out_use);
/* The kernel in the image that runs. */
const struct fxr_image_kernel *fxr_program_kernel(const struct fxr_program_use *use,
                                                  const struct fxr_image_kernel *kernel);
/* With the lock held, for an image already removed from the index; waits for links in progress,
 * not for compilations. fxr_programs_free_ended, which locks, frees the remains. */
void fxr_programs_forget_image(struct fxr_runtime *runtime, struct fxr_image *image);
void fxr_programs_free_ended(struct fxr_runtime *runtime);
/* With the lock held: evicts least recently used programs until the rest is within the limit. */
void fxr_programs_evict(struct fxr_runtime *runtime);
void fxr_programs_forget_context(struct fxr_runtime *runtime, falx_context_t context); /* locks */
/* Ends compilers that run for recompilation in use (recompile.h); locks the registry. */
void fxr_programs_cancel_recompilation(struct fxr_runtime *runtime);
void fxr_programs_free(struct fxr_runtime *runtime); /* late shutdown */

#endif
