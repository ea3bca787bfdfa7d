// options: -O0 -g
// SYCL 2020, 5.8.1: the same where nothing is optimized.
#include "sub_group_size.hpp"

int main() {
  sycl::queue q;
  check_sizes<1, 8, 32>(q);
  return finish();
}
