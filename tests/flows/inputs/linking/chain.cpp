// liba, libb, libc: PART is the letter.
#include "shapes.hpp"

#if PART == 1
SYCL_EXTERNAL int a(int x) {
  return b(x) + 1;
}
SYCL_EXTERNAL int leaf(int x) {
  return 1000 * x;
}
#elif PART == 2
SYCL_EXTERNAL int b(int x) {
  return c(x) + 10;
}
#else
SYCL_EXTERNAL int c(int x) {
  return d(x) + 100;
}
#endif
