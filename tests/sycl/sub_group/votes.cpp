/* SYCL 2020, 4.17.4 (NC-16): votes of sub-groups. */
#include "../group/votes.hpp"

int main() {
  test_votes<false>();
  return finish();
}
