/* What falx-prof knows of a run: the commands of a timeline (docs/tracing.md), and what follows
 * from them. Everything lives in the profile's arena and vectors. Times in nanoseconds, from the
 * first event of the timeline on. */
#ifndef FALX_TOOLS_PROFILE_H
#define FALX_TOOLS_PROFILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "support/arena.h"
#include "support/vector.h"

struct command {
  uint64_t id, start, end;
  uint64_t queue, waited, bytes;
  uint64_t device, row; /* process and thread of the timeline */
  uint32_t sub_group, threads;
  size_t kind;                /* index of profile.kinds */
  const char *error;          /* or NULL */
  const char *not_vectorized; /* why; "" if unknown */
  bool is_critical;
};

/* Commands of one name, category and place in the source: a row of the table. */
struct kind {
  const char *name, *category, *at; /* at "" if unknown */
  const char *not_vectorized;       /* likewise: why */
  uint64_t calls, total, least, most, waited, bytes, errors;
  uint32_t sub_group, threads;
  uint64_t critical; /* time on the critical path */
};

/* What a host thread did: "submit", "wait", "build", "work" on a command. */
struct span {
  const char *name, *category;
  uint64_t process, thread, start, end;
};

struct row {
  uint64_t process, thread;
  const char *name;
};

struct profile {
  const char *path;
  struct fxs_arena arena;
  FXS_VECTOR(struct command) commands; /* by start */
  FXS_VECTOR(struct kind) kinds;
  FXS_VECTOR(struct span) spans;
  FXS_VECTOR(struct row) rows;      /* names of threads and queues, by process and thread */
  FXS_VECTOR(struct row) processes; /* names of devices; the first is the host */
  uint64_t first, length;           /* length: until the end of the last event */
  uint64_t busy;                    /* at least one command ran */
  uint64_t hits, misses;            /* of the caches of programs */
  uint64_t critical;                /* of the critical path, commands alone */
};

/* False after an error message that names the file and the line. */
bool profile_read(const char *path, struct profile *out_profile);
void profile_free(struct profile *profile);
const char *profile_row_name(const struct profile *profile, uint64_t process, uint64_t thread);

/* The kinds by total time, the longest first; the caller frees. NULL: out of memory. */
const struct kind **profile_sorted(const struct profile *profile);
/* The name for a line, its last parts: of a lambda the function that it is in, and its parameters.
 * Returns buffer, of size bytes. */
const char *profile_short_name(const char *name, char *buffer, size_t size);

/* Marks the commands of the critical path. */
void profile_find_path(struct profile *profile);

void profile_print(const struct profile *profile, FILE *file);
void profile_compare(const struct profile *before, const struct profile *after, FILE *file);
/* A kernel of native_cpu whose work-items run one at a time. */
bool profile_is_scalar(const struct kind *kind);
/* False after an error message. */
bool profile_write_page(const struct profile *profile, const char *title, const char *path);

/* "12.3 ms"; buffer of 32 bytes. */
const char *profile_time(uint64_t ns, char buffer[32]);
/* "1.05 MB", of 1000 kB; buffer of 32 bytes. */
const char *profile_bytes(uint64_t bytes, char buffer[32]);

#endif
