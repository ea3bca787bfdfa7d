// Kernels with parameters of every type that C programs can give, and variables.
#include <sycl/sycl.hpp>

#include <sycl/ext/falx/export.hpp>

namespace experimental = sycl::ext::oneapi::experimental;
namespace this_work_item = sycl::ext::oneapi::this_work_item;

struct point {
  char tag;
  double x;
};

namespace of {
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel))
void all(bool b, char c, signed char sc, unsigned char uc, short s, unsigned short us, int i,
         unsigned u, long l, unsigned long ul, long long ll, unsigned long long ull, float f,
         double d, point p, const void *from, double *out) noexcept {
  const double values[] = {double(b), double(c),  double(sc),  double(uc),
                           double(s), double(us), double(i),   double(u),
                           double(l), double(ul), double(ll),  double(ull),
                           double(f), d,          p.x + p.tag, *static_cast<const double *>(from)};
  for (double value : values)
    *out++ = value;
}
} // namespace of
SYCL_EXT_FALX_EXPORT_KERNEL(of::all)

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<2>))
void local_ids(int *out) {
  const auto item = this_work_item::get_nd_item<2>();
  out[item.get_global_linear_id()] = int(item.get_local_linear_id());
}
SYCL_EXT_FALX_EXPORT_KERNEL(local_ids)

// In reverse order within the work-group, by the memory that the launch gives.
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void reverse(const int *from, int *to) {
  const auto item = this_work_item::get_nd_item<1>();
  int *scratch = static_cast<int *>(experimental::get_work_group_scratch_memory());
  scratch[item.get_local_id(0)] = from[item.get_global_id(0)];
  sycl::group_barrier(item.get_group());
  to[item.get_global_id(0)] = scratch[item.get_local_range(0) - 1 - item.get_local_id(0)];
}
SYCL_EXT_FALX_EXPORT_KERNEL(reverse)

// Row 1 of `to` is `from` times `factor`, in reverse order within the work-group.
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void of_buffers(float factor, sycl::accessor<const float, 1, sycl::access_mode::read> from,
                sycl::accessor<float, 2> to, sycl::local_accessor<float, 1> part) {
  const auto item = this_work_item::get_nd_item<1>();
  part[item.get_local_id(0)] = from[item.get_global_id(0)];
  sycl::group_barrier(item.get_group());
  to[1][item.get_global_id(0)] = factor * part[part.size() - 1 - item.get_local_id(0)];
}
SYCL_EXT_FALX_EXPORT_KERNEL(of_buffers)

// The sum of each work-group, by memory without a size of its own.
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void sums(const int *from, int *to, experimental::work_group_memory<int[]> part) {
  const auto item = this_work_item::get_nd_item<1>();
  part[item.get_local_id(0)] = from[item.get_global_id(0)];
  sycl::group_barrier(item.get_group());
  if (item.get_local_id(0) == 0)
    for (size_t i = to[item.get_group(0)] = 0; i < item.get_local_range(0); ++i)
      to[item.get_group(0)] += part[i];
}
SYCL_EXT_FALX_EXPORT_KERNEL(sums)

// C programs cannot pass it: the host does not know where the accessor lies in the class.
struct holder {
  sycl::accessor<int, 1> out;
};
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void of_holder(holder h) {
  h.out[0] = 1;
}
SYCL_EXT_FALX_EXPORT_KERNEL(of_holder)

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel)) void nothing() {}
SYCL_EXT_FALX_EXPORT_KERNEL(nothing)

experimental::device_global<int[3]> counters;
SYCL_EXT_FALX_EXPORT_VARIABLE_AS("numbers", counters)

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel))
void sum(int *out) {
  *out = counters[0] + counters[1] + counters[2];
}
SYCL_EXT_FALX_EXPORT_KERNEL(sum)
