/* SYCL 2020, 4.17.4 (NC-16): scans of work-groups. */
#include "scan.hpp"

int main() {
  test_scans<true>();
  return finish();
}
