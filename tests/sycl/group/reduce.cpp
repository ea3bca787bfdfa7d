/* NC-16: reduce_over_group of work-groups. */
#include "reduce.hpp"

int main() {
  test_reduce<true>();
  return finish();
}
