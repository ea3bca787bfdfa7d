/* SYCL 2020, 4.17.4 (NC-16): reduce_over_group of work-groups. */
#include "reduce.hpp"

int main() {
  test_reduce<true>();
  return finish();
}
