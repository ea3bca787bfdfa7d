/* SYCL 2020, 4.17.4 (NC-16): joint algorithms of sub-groups. */
#include "../group/joint.hpp"

int main() {
  test_joint<false>();
  return finish();
}
