// SYCL 2020, 5.10.1: SYCL_EXTERNAL in front of extern "C", before and behind the specifier.
#include <sycl/sycl.hpp>

#include "../check.hpp"

SYCL_EXTERNAL
extern "C" int twice(int x);
SYCL_EXTERNAL extern "C" int thrice(int x) {
  return 3 * x;
}
extern "C" {
SYCL_EXTERNAL int fourfold(int x) {
  return 2 * twice(x);
}
}
extern "C" int twice(int x) {
  return 2 * x;
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *out = twice(1) + thrice(10) + fourfold(100); }).wait();
  CHECK_EQUAL(*out, 432);
  sycl::free(out, q);
}
