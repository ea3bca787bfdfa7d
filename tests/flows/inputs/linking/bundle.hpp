#include <sycl/sycl.hpp>

inline constexpr sycl::specialization_id<int> factor(3);
using executable = sycl::kernel_bundle<sycl::bundle_state::executable>;

SYCL_EXTERNAL int scaled(int i, sycl::kernel_handler kh);
void launch(sycl::queue &q, const executable &bundle, int *out); // the library's kernel
sycl::kernel_id external_kernel();
