/* The interface between compiled native_cpu kernels and the native_cpu adapter (requirements NC-1,
 * NC-4, NC-5).
 *
 * All arrays have the fastest-moving dimension first; unused dimensions are 1 (ranges) or 0
 * (ids, offsets). The adapter fills the fields above the line for each call, one state per
 * thread; compiled code may overwrite those below it. */
#ifndef FALX_NATIVE_CPU_H
#define FALX_NATIVE_CPU_H

#include <stddef.h>
#include <stdint.h>

#define FALX_NATIVE_CPU_STATE_VERSION 1u
#define FALX_NATIVE_FRAME_ALIGN 128u /* bytes */
/* Alignment in bytes of a function object that is copied for a launch. Compiled code assumes no
 * more of it, whatever the alignment of its members. */
#define FALX_NATIVE_ARGUMENT_ALIGN 16u

/* Which memory an address belongs to; half open. Private memory is that of the launch's arguments,
 * what the frame keeps for each work-item (local_end to frame_end), and the stack from the running
 * function's frame to stack_end. The headers read the fields. */
struct falx_native_cpu_bounds {
  uint64_t local_begin, local_end, frame_end;
  uint64_t arguments_begin, arguments_end;
  uint64_t stack_end;
  uint64_t launch; /* number, for the checker; 0 without it */
};

/* Of a launch whose work-groups wait for each other. */
struct falx_native_cpu_root {
  void (*wait)(struct falx_native_cpu_root *root); /* once per work-group; acquire and release */
};

struct falx_native_cpu_state {
  uint64_t global_range[3];
  uint64_t global_offset[3];
  uint64_t local_range[3];
  uint64_t num_groups[3];
  /* The box that this call runs, half open: work-items (global id minus offset) for kernels with
   * FALX_KERNEL_DISPATCH_ITEMS, work-groups otherwise. All three dimensions are valid. */
  uint64_t begin[3];
  uint64_t end[3];
  void *local_memory; /* one aligned block per thread, NULL if the kernel needs none */
  /* Storage of a work-group, one aligned block per thread, reused for one group after the other:
   * its size is in the kernel's record (frame_bytes and the fields after it). */
  void *frame;
  uint64_t device_globals[1]; /* address of the context's table: void *[number of the variable] */
  struct falx_native_cpu_root *root; /* kernels with FALX_KERNEL_USES_ROOT_BARRIER */
  uint64_t memory_bounds[1];         /* address of the thread's struct falx_native_cpu_bounds */
  void *launch_memory; /* kernels with FALX_KERNEL_USES_LAUNCH_MEMORY: behind the local accessors */
  /* ---- written by compiled code, if a called function must read them ---- */
  uint64_t group_id[3];
  uint64_t local_id[3];
  uint64_t global_id[3]; /* offset included */
  uint64_t sub_group_id, sub_group_local_id, sub_group_size, sub_group_count;
};

/* ---- Native handles (docs/interoperability.md) ---- */
struct falx_native_cpu_device { /* constant; lives as long as the process may use SYCL */
  uint64_t size;                /* of this structure */
  uint32_t threads;             /* that compute at the same time, at most */
};
struct falx_native_cpu_context; /* opaque: their addresses tell them apart */
struct falx_native_cpu_queue;

#endif
