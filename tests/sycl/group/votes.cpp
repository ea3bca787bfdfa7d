/* SYCL 2020, 4.17.4 (NC-16): votes of work-groups. */
#include "votes.hpp"

int main() {
  test_votes<true>();
  return finish();
}
