// options: -O0
// SYCL 2020, 4.9.1.8: the same where nothing is optimized.
#include "default_sub_group.hpp"

int main() {
  sycl::queue q;
  if (q.get_backend() != sycl::backend::native_cpu)
    return 77;
  check_default<class Default>(q, 32);
  return finish();
}
