/* libfalx_check.so: the checks of -fsycl-check= while kernels run (docs/checker.md).
 *
 * Kernels of the program call falx_check_* (falx/check.h) on the threads that run them. A thread
 * runs one work-group at a time, so what belongs to the group is the thread's and needs no lock.
 * What is shared: pages of shadow memory, each with a lock; allocations, orders and reports, each
 * table with a mutex, none of which is taken while another is held. */
#ifndef FALX_CHECKER_H
#define FALX_CHECKER_H

#include <execinfo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "falx/check.h"

enum { CHK_ITEMS = 8192, CHK_LOCALS = 64, CHK_BRANCHES = 64 };

/* ---- the work-group that the thread runs (launches.c) ---- */
struct chk_group {
  const struct falx_check_kernel *kernel;
  uint32_t launch;  /* 0: none */
  uint32_t group;   /* linear number */
  uint32_t item;    /* of the work-item that runs, in its group */
  uint32_t *epochs; /* CHK_ITEMS: barriers that each work-item has passed */
  uint32_t local_count, branch_count;
  struct chk_local {
    uintptr_t begin, end;
    const struct falx_check_site *site; /* where the kernel asks for it, or NULL */
    uintptr_t word;                     /* of the local accessor, or 0 */
  } locals[CHK_LOCALS];
  struct chk_branch {
    const struct falx_check_site *site;
    uint64_t way;         /* of the first work-item */
    uint32_t first, last; /* work-items of this round */
  } branches[CHK_BRANCHES];
  uintptr_t begin, end; /* of the allocation that an access was in last; of this version: */
  uint64_t version;
};
/* The thread's, of the state's work-item. NULL: out of memory, or the launch has no number. */
struct chk_group *chk_enter(const struct falx_native_cpu_state *state);
static inline const struct falx_native_cpu_bounds *
chk_bounds(const struct falx_native_cpu_state *state) {
  return (const struct falx_native_cpu_bounds *)(uintptr_t)state->memory_bounds[0];
}
/* Whether something orders all that group did until time before what other does now. */
bool chk_is_ordered(uint32_t launch, uint32_t group, uint32_t other, uint32_t time);
uint32_t chk_clock(void); /* grows with every order */

/* ---- shadow memory (shadow.c) ---- */
/* Who has accessed a byte last. place 0: nobody. */
struct chk_record {
  uint32_t group, epoch, time, place;
};
enum { CHK_SITE_BITS = 19 };
static inline uint32_t chk_item_of(uint32_t place) {
  return place >> CHK_SITE_BITS;
}
struct chk_access {
  uintptr_t address;
  uint64_t bytes;
  uint32_t flags; /* FALX_ACCESS_… */
  bool is_local;  /* the memory is the group's */
  uint32_t launch;
  struct chk_record own;
};
struct chk_finding {
  struct chk_record other;
  bool other_writes, other_is_atomic;
  uintptr_t address; /* of the first byte concerned */
};
/* Notes the access. True with the first conflict, if there is one. *out_is_written: some byte was
 * written by the group before, or is no local memory. */
bool chk_shadow_access(const struct chk_access *access, struct chk_finding *out_finding,
                       bool *out_is_written);

/* ---- allocations (allocations.c) ---- */
enum { CHK_FRAMES = 12 };
/* Addresses behind calls, the innermost first. */
struct chk_frames {
  void *frames[CHK_FRAMES];
  int count;
};
/* Those that lead here. */
static inline struct chk_frames chk_frames_here(void) {
  struct chk_frames here;
  here.count = backtrace(here.frames, CHK_FRAMES);
  return here;
}
struct chk_allocation {
  uintptr_t begin, end;
  const char *kind;   /* "device memory", "a buffer" */
  const void *buffer; /* or NULL */
  uint64_t number;    /* counted over all */
  struct chk_frames made;
};
/* Whether the bytes are in an allocation that root is in, or just behind. *out_nearest: one that
 * root is in; *out_is_known false: there is none. */
bool chk_is_within(struct chk_group *group, uintptr_t root, uintptr_t address, uint64_t bytes,
                   struct chk_allocation *out_nearest, bool *out_is_known);
bool chk_find_allocation(uintptr_t address, struct chk_allocation *out);

/* ---- local memory (local_memory.c) ---- */
/* Where the local accessor was made that has the word. Thread-safe. */
bool chk_find_local_accessor(uintptr_t word, struct chk_frames *out_made);

/* ---- reports (report.c) ---- */
struct falx_check_site *chk_site(uint32_t number);
uint32_t chk_site_number(struct falx_check_site *site); /* 0: there are too many */
/* One of the two places of a report. */
struct chk_party {
  const char *does; /* "writes" */
  const struct falx_check_site *site;
  uint32_t group, item;
  bool is_there;
};
struct chk_report {
  const char *kind, *what, *next;
  const struct chk_group *group;
  const struct falx_native_cpu_state *state;
  struct chk_party parties[2];
  bool has_memory;
  uintptr_t address;
  uintptr_t root; /* the memory meant is root's, or 0 */
};
/* False if the pair of places was reported before. */
bool chk_report(const struct chk_report *report);
/* Ends the program, once what others report is written. */
_Noreturn void chk_end(const char *why);

/* ---- FALX_CHECK (settings.c) ---- */
struct chk_settings {
  bool halts;
  uint32_t most;
  int status;
  bool names_places;
};
const struct chk_settings *chk_settings(void);

#endif
