/* SYCL 2020, 4.17.4 (NC-16): joint algorithms of work-groups. */
#include "joint.hpp"

int main() {
  test_joint<true>();
  return finish();
}
