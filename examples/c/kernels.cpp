// Kernels and a device_global for programs in C and Python: falx++ -fsycl -shared -fPIC kernels.cpp
#include <sycl/sycl.hpp>

#include <sycl/ext/falx/export.hpp>

namespace experimental = sycl::ext::oneapi::experimental;
namespace this_work_item = sycl::ext::oneapi::this_work_item;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void saxpy(float a, const float *x, float *y) {
  const size_t i = this_work_item::get_nd_item<1>().get_global_linear_id();
  y[i] = a * x[i] + y[i];
}
SYCL_EXT_FALX_EXPORT_KERNEL(saxpy)

// How many work-items found a value below zero.
experimental::device_global<unsigned> negatives;
SYCL_EXT_FALX_EXPORT_VARIABLE(negatives)

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void count_negatives(const float *values) {
  const size_t i = this_work_item::get_nd_item<1>().get_global_linear_id();
  if (values[i] < 0)
    sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device>(
        negatives.get()) += 1;
}
SYCL_EXT_FALX_EXPORT_KERNEL(count_negatives)

// A template: each instance that is exported has a name of its own.
template <class T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<2>))
void transpose(const T *from, T *to) {
  const auto item = this_work_item::get_nd_item<2>();
  const size_t row = item.get_global_id(0), column = item.get_global_id(1);
  to[column * item.get_global_range(0) + row] = from[row * item.get_global_range(1) + column];
}
SYCL_EXT_FALX_EXPORT_KERNEL_AS("transpose", transpose<double>)
SYCL_EXT_FALX_EXPORT_KERNEL(transpose<int>)
