#include "support/block.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LINE = 64, HUGE_PAGE = 2 << 20, COLOURS = 16, COLOUR = (64 << 10) + 2 * LINE };

static uint32_t next_colour; /* of the next large block; atomic */

void *fxs_block_alloc(size_t size, size_t alignment) {
  /* Before the block: room for the address to pass to free(). Large blocks, which start at a
   * huge page, begin at different offsets in it: otherwise equal elements of all of them would
   * map to the same cache sets. */
  bool is_large = size >= 2 * (size_t)HUGE_PAGE;
  size_t front = alignment < LINE ? LINE : alignment;
  if (is_large && front == LINE)
    front += COLOUR * (__atomic_fetch_add(&next_colour, 1, __ATOMIC_RELAXED) % COLOURS);
  if (is_large && alignment < HUGE_PAGE)
    alignment = HUGE_PAGE;
  else if (alignment < LINE)
    alignment = LINE;
  void *memory;
  if (size > SIZE_MAX - front || posix_memalign(&memory, alignment, front + size) != 0)
    return NULL;
  if (is_large)
    madvise(memory, (front + size) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE); /* a hint: may fail */
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
