// options: -O1 -fsycl-default-sub-group-size=4
// SYCL 2020, 5.8.1: -fsycl-default-sub-group-size=N is an attribute of kernels without one.
#include "default_sub_group.hpp"

int main() {
  sycl::queue q;
  if (q.get_backend() != sycl::backend::native_cpu)
    return 77;
  check_default<class Default>(q, 4);
  return finish();
}
