#include "support/block.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LINE = 64, HUGE_PAGE = FXS_HUGE_PAGE, COLOURS = 16, COLOUR = (64 << 10) + 2 * LINE };

static uint32_t next_colour; /* of the next large block; atomic */

bool fxs_block_is_large(size_t size) {
  return size >= 2 * (size_t)HUGE_PAGE;
}

size_t fxs_block_colour(void) {
  return COLOUR * (__atomic_fetch_add(&next_colour, 1, __ATOMIC_RELAXED) % COLOURS);
}

void fxs_block_use_huge_pages(void *memory, size_t bytes) {
  size_t before = -(uintptr_t)memory & (HUGE_PAGE - 1);
  if (bytes >= before + HUGE_PAGE) /* a hint: may fail */
    madvise((char *)memory + before, (bytes - before) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
}

void *fxs_block_alloc(size_t size, size_t alignment) {
  /* Before the block: room for the address to pass to free(). */
  bool is_large = fxs_block_is_large(size);
  size_t front = alignment < LINE ? LINE : alignment;
  if (is_large && front == LINE)
    front += fxs_block_colour();
  if (is_large && alignment < HUGE_PAGE)
    alignment = HUGE_PAGE;
  else if (alignment < LINE)
    alignment = LINE;
  void *memory;
  if (size > SIZE_MAX - front || posix_memalign(&memory, alignment, front + size) != 0)
    return NULL;
  if (is_large)
    fxs_block_use_huge_pages(memory, front + size);
  unsigned char *block = (unsigned char *)memory + front;
  memcpy(block - sizeof memory, &memory, sizeof memory);
  return block;
}

void fxs_block_free(void *block) {
  void *memory;
  if (!block)
    return;
  memcpy(&memory, (unsigned char *)block - sizeof memory, sizeof memory);
  free(memory);
}
