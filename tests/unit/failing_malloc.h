/* One call of malloc or realloc fails: for a program linked with --wrap=malloc,--wrap=realloc. */
#ifndef FALX_TESTS_FAILING_MALLOC_H
#define FALX_TESTS_FAILING_MALLOC_H

#include <stdbool.h>
#include <stddef.h>

static unsigned calls_left; /* the one that ends it fails; 0: none */
void *__real_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool fails(void) {
  return calls_left && --calls_left == 0;
}
void *__wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}
void *__wrap_realloc(void *memory, size_t size) {
  return fails() ? NULL : __real_realloc(memory, size);
}

#endif
