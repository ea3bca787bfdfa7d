// options: -fno-falx-vectorize
/* SYCL 2020, 4.17.4 (NC-16): group algorithms where each work-item is a sub-group. */
#include "broadcast.hpp"
#include "joint.hpp"
#include "types.hpp"
#include "votes.hpp"

int main() {
  test_votes<true>();
  test_broadcast<true, odd_size>();
  test_joint<true>();
  own_types<true>();
  own_types<false>();
  return finish();
}
