/* SYCL 2020, 4.17.4 (NC-16): broadcasts in work-groups. */
#include "broadcast.hpp"

int main() {
  test_broadcasts<true>();
  return finish();
}
