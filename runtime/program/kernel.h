/* A kernel ready to launch: looked up once per site, context and device; then found in the
 * site's cache with a few comparisons. */
#ifndef FALX_RUNTIME_KERNEL_H
#define FALX_RUNTIME_KERNEL_H

#include <stdbool.h>

#include "falx/adapter.h"

struct fxr_lease;
struct fxr_profile;
struct fxr_programs;

/* Where an accessor or local accessor lies in the function object. */
struct fxr_kernel_accessor {
  uint32_t offset;     /* of its first word: falx_buffer_t, or the size in bytes of a local one */
  uint32_t dimensions; /* 1 to 3; 0 for work_group_memory */
  uint32_t argument;   /* index of its first argument */
  uint32_t is_used;    /* 0: the kernel reads none of its arguments */
};

/* An nd_range with which the kernel may be launched: support/seqlock.h. */
struct fxr_known_range {
  uint64_t version; /* atomic, as are the others */
  size_t global[3], local[3];
  uint32_t dimensions;
};

enum { FXR_PREPARED_LAUNCHES = 4 }; /* of one kernel */

/* The memory is reused, but not freed before late shutdown, so that a stale site->cache may be
 * read. Everything but known and prepared is constant while serial keeps its value. */
struct fxr_kernel {
  uint64_t serial; /* atomic; never reused; 0 while the kernel is free */
  falx_context_t context;
  falx_device_t device;
  struct fxa_kernel *adapter_kernel;
  const struct falx_kernel_record *record;
  const struct fxa_arg *args;
  const struct fxr_kernel_accessor *accessors;       /* KIND ACCESSOR, in order of offset */
  const struct fxr_kernel_accessor *local_accessors; /* LOCAL_ACCESSOR, WORK_GROUP_MEMORY */
  uint32_t arg_count, accessor_count, local_accessor_count;
  uint32_t flags; /* enum falx_kernel_flags */
  uint32_t functor_size, functor_align;
  const char *name;             /* the symbol; owned by the image */
  const char *not_vectorized;   /* why, if a timeline asks; or NULL; owned by the image */
  struct fxr_profile *profile;  /* recompile.h; NULL: it is not compiled again */
  bool is_special;              /* it has local memory, or synchronizes all work-groups */
  struct fxr_known_range known; /* of the last launch; runtime/submit/range.c */
  /* Atomic, filled from the front, constant once set; the adapter's. */
  const struct fxa_prepared_launch *prepared[FXR_PREPARED_LAUNCHES];

  struct fxr_kernel *next_free; /* guarded by the image registry's lock */
};

falx_status fxr_kernel_find(struct falx_kernel_site *site, falx_context_t context,
                            falx_device_t device, struct fxr_kernel **out_kernel);
/* Likewise, for values of specialization constants: the site does not cache the kernel, and it
 * may be evicted once *out_lease (NULL: it is never evicted) is released. */
falx_status fxr_kernel_find_specialized(struct falx_kernel_site *site, falx_context_t context,
                                        falx_device_t device, const struct falx_spec_value *values,
                                        size_t value_count, struct fxr_kernel **out_kernel,
                                        struct fxr_lease **out_lease);

/* With the image registry's lock held. */
void fxr_kernel_destroy(struct fxr_programs *programs, struct fxr_kernel *kernel);
void fxr_kernel_free_blocks(struct fxr_programs *programs);

/* The kernel that the site keeps, if it is for context and device. */
static inline bool fxr_kernel_recall(const struct falx_kernel_site *site, falx_context_t context,
                                     falx_device_t device, struct fxr_kernel **out_kernel) {
  struct fxr_kernel *kernel =
      (struct fxr_kernel *)__atomic_load_n(&site->cache[0], __ATOMIC_ACQUIRE);
  uint64_t serial = (uint64_t)(uintptr_t)__atomic_load_n(&site->cache[1], __ATOMIC_RELAXED);
  *out_kernel = kernel;
  return kernel && serial && __atomic_load_n(&kernel->serial, __ATOMIC_ACQUIRE) == serial &&
         __atomic_load_n(&kernel->context, __ATOMIC_RELAXED) == context &&
         __atomic_load_n(&kernel->device, __ATOMIC_RELAXED) == device;
}

/* The kernel of site for context and device, which must belong together. Builds its program the
 * first time, which may take long; blocks while another thread builds it. The kernel is
 * borrowed: valid until its image is unregistered (which first waits for all commands, see
 * fxr_sched_hooks.quiesce) or the context is destroyed. */
static inline falx_status fxr_kernel_get(struct falx_kernel_site *site, falx_context_t context,
                                         falx_device_t device, struct fxr_kernel **out_kernel) {
  return fxr_kernel_recall(site, context, device, out_kernel)
             ? FALX_SUCCESS
             : fxr_kernel_find(site, context, device, out_kernel);
}

#endif
