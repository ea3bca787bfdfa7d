/* Memory for arrays (support/block.h): alignment, room, where large blocks begin, and which bytes
 * are to be in huge pages. */
#include "cmocka_prelude.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "support/block.h"

enum { MOST_BLOCKS = 8 };

static void test_blocks(void **state) {
  (void)state;
  static const size_t sizes[] = {0, 1, 4095, 5 << 20, 9 << 20};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (size_t alignment = 0; alignment <= 4u << 20; alignment = alignment ? alignment * 4 : 1) {
      unsigned char *block = fxs_block_alloc(sizes[s], alignment);
      assert_non_null(block);
      assert_int_equal((uintptr_t)block % 64, 0);
      assert_true(alignment == 0 || (uintptr_t)block % alignment == 0);
      if (sizes[s])
        block[0] = block[sizes[s] - 1] = 1;
      fxs_block_free(block);
    }
  fxs_block_free(NULL);
  assert_null(fxs_block_alloc(SIZE_MAX - 8, 0));
}

static void test_large_blocks_begin_at_different_places(void **state) {
  (void)state;
  assert_false(fxs_block_is_large(FXS_HUGE_PAGE));
  assert_true(fxs_block_is_large(2 * (size_t)FXS_HUGE_PAGE));
  void *blocks[MOST_BLOCKS];
  size_t colours[MOST_BLOCKS];
  for (size_t i = 0; i < MOST_BLOCKS; i++) {
    blocks[i] = fxs_block_alloc(2 * (size_t)FXS_HUGE_PAGE, 0);
    colours[i] = fxs_block_colour();
    assert_non_null(blocks[i]);
    assert_int_equal(colours[i] % 128, 0);
    assert_true(colours[i] < FXS_HUGE_PAGE);
    for (size_t k = 0; k < i; k++) {
      assert_int_not_equal((uintptr_t)blocks[i] % 4096, (uintptr_t)blocks[k] % 4096);
      assert_int_not_equal(colours[i] % 4096, colours[k] % 4096);
    }
  }
  for (size_t i = 0; i < MOST_BLOCKS; i++)
    fxs_block_free(blocks[i]);
}

/* The bytes at `from` that the system has been asked to keep in huge pages. */
static size_t bytes_asked_for(const char *from, size_t bytes) {
  FILE *maps = fopen("/proc/self/smaps", "r");
  assert_non_null(maps);
  uintptr_t begin = 0, end = 0, low = (uintptr_t)from, high = low + bytes;
  size_t sum = 0;
  for (char line[512]; fgets(line, sizeof line, maps);) {
    unsigned long first, last;
    if (sscanf(line, "%lx-%lx ", &first, &last) == 2) {
      begin = first < low ? low : first;
      end = last > high ? high : last;
    } else if (strncmp(line, "VmFlags:", 8) == 0 && strstr(line, " hg") && begin < end) {
      sum += end - begin;
    }
  }
  fclose(maps);
  return sum;
}

static void test_huge_pages_are_whole(void **state) {
  (void)state;
  const size_t size = 5 * (size_t)FXS_HUGE_PAGE;
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(memory != MAP_FAILED);
  char *page = memory + (-(uintptr_t)memory & (FXS_HUGE_PAGE - 1));
  fxs_block_use_huge_pages(page + 4096, 2 * (size_t)FXS_HUGE_PAGE - 8192);
  fxs_block_use_huge_pages(page, 100);
  assert_int_equal(bytes_asked_for(memory, size), 0);
  if (madvise(page, FXS_HUGE_PAGE, MADV_HUGEPAGE) != 0) /* a system without them */
    skip();
  assert_int_equal(madvise(page, FXS_HUGE_PAGE, MADV_NOHUGEPAGE), 0);
  fxs_block_use_huge_pages(page + 4096, 3 * (size_t)FXS_HUGE_PAGE);
  assert_int_equal(bytes_asked_for(memory, size), 2 * (size_t)FXS_HUGE_PAGE);
  assert_int_equal(bytes_asked_for(page, FXS_HUGE_PAGE), 0);
  munmap(memory, size);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_large_blocks_begin_at_different_places),
      cmocka_unit_test(test_huge_pages_are_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
