/* SYCL 2020, 4.17.4 (NC-16): scans of sub-groups. */
#include "../group/scan.hpp"

int main() {
  test_scans<false>();
  return finish();
}
