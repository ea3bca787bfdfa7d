/* SYCL 2020, 4.17.4 (NC-16): group algorithms on vec, marray and types of the program's own. */
#include "types.hpp"

int main() {
  own_types<true>();
  own_types<false>();
  return finish();
}
