/* SYCL 2020, 4.17.4 (NC-16): reduce_over_group of sub-groups. */
#include "../group/reduce.hpp"

int main() {
  test_reduce<false>();
  return finish();
}
