/* Arena: a list of blocks, each allocated from its start. */
#include "support/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT ((size_t)16)
#define BLOCK_SIZE ((size_t)16384)

struct fxs_arena_block {
  struct fxs_arena_block *next;
  size_t used, size; /* bytes of data */
  _Alignas(16) unsigned char data[];
};

void *fxs_arena_alloc(struct fxs_arena *arena, size_t size) {
  struct fxs_arena_block *block = arena->head;
  if (size > SIZE_MAX / 2)
    return NULL;
  size = (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
  if (!size)
    size = ALIGNMENT;
  if (!block || block->size - block->used < size) {
    size_t capacity = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    struct fxs_arena_block *fresh = calloc(1, sizeof *fresh + capacity);
    if (!fresh)
      return NULL;
    fresh->size = capacity;
    if (block && capacity == size) { /* full from the start: keep filling the previous block */
      fresh->next = block->next;
      block->next = fresh;
    } else {
      fresh->next = block;
      arena->head = fresh;
    }
    block = fresh;
  }
  void *memory = block->data + block->used;
  block->used += size;
  return memory;
}

char *fxs_arena_strndup(struct fxs_arena *arena, const char *text, size_t length) {
  char *copy = length < SIZE_MAX ? fxs_arena_alloc(arena, length + 1) : NULL;
  if (copy && length)
    memcpy(copy, text, length);
  return copy;
}

char *fxs_arena_strdup(struct fxs_arena *arena, const char *text) {
  return fxs_arena_strndup(arena, text, strlen(text));
}

char *fxs_arena_printf(struct fxs_arena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length < 0)
    return NULL;
  char *text = fxs_arena_alloc(arena, (size_t)length + 1);
  if (text) {
    va_start(args, format);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
  }
  return text;
}

void fxs_arena_release(struct fxs_arena *arena) {
  while (arena->head) {
    struct fxs_arena_block *next = arena->head->next;
    free(arena->head);
    arena->head = next;
  }
}
