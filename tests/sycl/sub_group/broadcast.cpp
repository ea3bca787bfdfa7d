/* SYCL 2020, 4.17.4 (NC-16): broadcasts in sub-groups. */
#include "../group/broadcast.hpp"

int main() {
  test_broadcasts<false>();
  return finish();
}
