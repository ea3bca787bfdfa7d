#include <sycl/sycl.hpp>

inline constexpr sycl::specialization_id<int> factor(3);
SYCL_EXTERNAL int scaled(int x, sycl::kernel_handler kh);
