// SYCL 2020, 4.8.3.2: memory that a kernel still writes when the program frees it is not another's
// before the kernel ends (the specification leaves that open; programs rely on it).
#include <sycl/sycl.hpp>

#include "../check.hpp"

enum { WORDS = 4096, USED = 16 * WORDS, BLOCKS = 64 };

static void test(sycl::queue q) {
  unsigned *used = sycl::malloc_device<unsigned>(USED, q);
  q.parallel_for(4, [=](sycl::id<1> i) {
    unsigned state = unsigned(i[0]) + 1;
    for (int n = 0; n < 20'000'000; n++)
      state = state * 1664525u + (state >> 13);
    for (int n = int(i[0]); n < USED; n += 4)
      used[n] = state | 1;
  });
  sycl::free(used, q);
  unsigned *blocks[BLOCKS];
  for (unsigned *&block : blocks) {
    block = sycl::malloc_host<unsigned>(WORDS, q);
    std::fill_n(block, WORDS, 0u);
  }
  q.wait();
  for (unsigned *block : blocks) {
    CHECK_EQUAL(std::count(block, block + WORDS, 0u), WORDS);
    sycl::free(block, q);
  }
}

int main() {
  test(sycl::queue{sycl::property::queue::in_order()});
  test(sycl::queue{});
  return finish();
}
