#include "spec.hpp"

SYCL_EXTERNAL int scaled(int x, sycl::kernel_handler kh) {
  return 1000 * x * kh.get_specialization_constant<factor>();
}
