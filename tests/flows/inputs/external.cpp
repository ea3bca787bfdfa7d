// Nothing but device code: no host object refers to it.
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int value) {
  return 2 * value;
}
