// options: -O0 -g
// The same where nothing is optimized.
#include "sub_group_size.hpp"

int main() {
  sycl::queue q;
  check_sizes<1, 8, 64>(q);
  return finish();
}
