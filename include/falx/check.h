/* Between code compiled with -fsycl-check= and libfalx_check.so (docs/checker.md).
 *
 * Compiled kernels call the functions below; the program links the library that defines them. The
 * runtime and the adapter of native_cpu refer to two more of them weakly: without the library they
 * do nothing. */
#ifndef FALX_CHECK_H
#define FALX_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "falx/native_cpu.h"

/* What a program asks for. */
enum {
  FALX_CHECK_BOUNDS = 1,
  FALX_CHECK_RACES = 2,
  FALX_CHECK_BARRIERS = 4,
  FALX_CHECK_UNINIT = 8
};

/* A place in the source; one for each instrumented instruction. number is the library's. */
struct falx_check_site {
  const char *file;
  uint32_t line, column, number;
};

/* kinds: FALX_CHECK_*, those that the program asks for. */
struct falx_check_kernel {
  const char *name; /* as the source writes it */
  uint32_t kinds;
};

enum { FALX_ACCESS_OF_READ = 1, FALX_ACCESS_OF_WRITE = 2, FALX_ACCESS_OF_ATOMIC = 4 };
enum { FALX_ORDER_ACQUIRE = 1, FALX_ORDER_RELEASE = 2 };

#define FALX_CHECK_API __attribute__((visibility("default")))

/* ---- called by kernels; state is the caller's ---- */
/* A work-item begins. */
FALX_CHECK_API void falx_check_begin(struct falx_check_kernel *kernel,
                                     const struct falx_native_cpu_state *state);
/* Before an access. root: a pointer that address is computed from, or NULL. */
FALX_CHECK_API void falx_check_access(const void *address, uint64_t bytes, uint32_t flags,
                                      const void *root, struct falx_check_site *site,
                                      const struct falx_native_cpu_state *state);
/* Release before, acquire behind what orders memory beyond the work-group. */
FALX_CHECK_API void falx_check_order(uint32_t orders, const struct falx_native_cpu_state *state);
/* Before a barrier of the work-group. */
FALX_CHECK_API void falx_check_barrier(struct falx_check_site *site,
                                       const struct falx_native_cpu_state *state);
/* Before a branch that decides about a barrier; way: which of its successors. */
FALX_CHECK_API void falx_check_branch(uint64_t way, struct falx_check_site *branch,
                                      struct falx_check_site *barrier,
                                      const struct falx_native_cpu_state *state);
/* Local memory that the kernel asks for at site. */
FALX_CHECK_API void falx_check_local(const void *begin, uint64_t bytes,
                                     struct falx_check_site *site,
                                     const struct falx_native_cpu_state *state);
/* Local memory that the host asks for: its size is at offset of the arguments; at word what tells
 * the local accessor apart (falx_check_local_made), 0 if nothing does. */
FALX_CHECK_API void falx_check_local_argument(const void *begin, uint64_t offset, uint64_t word,
                                              const struct falx_native_cpu_state *state);

/* ---- called by the SYCL headers ---- */
/* A local accessor with this word is made by the calls that lead here. Thread-safe. */
FALX_CHECK_API void falx_check_local_made(uintptr_t word);

/* ---- called by libfalx.so and its adapter, if they are there ---- */
#define FALX_CHECK_HOOK __attribute__((weak, visibility("default")))
FALX_CHECK_HOOK void falx_check_storage(const void *begin, size_t bytes, const void *buffer);
FALX_CHECK_HOOK void falx_check_storage_gone(const void *buffer);
FALX_CHECK_HOOK uint64_t falx_check_launch(void); /* another number for each */

#endif
