/* Arena: many small allocations freed together. Not thread-safe. */
#ifndef FALX_SUPPORT_ARENA_H
#define FALX_SUPPORT_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct fxs_arena_block;

/* Zero-initialise: struct fxs_arena arena = {0}. */
struct fxs_arena {
  struct fxs_arena_block *head;
};

/* Memory is aligned to 16 bytes and zeroed. All of these return NULL if out of memory. */
void *fxs_arena_alloc(struct fxs_arena *arena, size_t size);
char *fxs_arena_strdup(struct fxs_arena *arena, const char *text);
char *fxs_arena_strndup(struct fxs_arena *arena, const char *text, size_t length);
char *fxs_arena_printf(struct fxs_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Frees everything; the arena can be reused. */
void fxs_arena_release(struct fxs_arena *arena);

#endif
