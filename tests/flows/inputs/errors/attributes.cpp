#include <sycl/sycl.hpp>
struct object {
  [[sycl::reqd_work_group_size(8)]] void operator()(sycl::nd_item<1>) const;
};
[[sycl::reqd_work_group_size(16)]] void object::operator()(sycl::nd_item<1>) const {}
int main() {
  sycl::queue q;
  q.parallel_for(sycl::nd_range<1>(16, 16), object());
  q.parallel_for(16, [=](sycl::id<1>) [[sycl::reqd_sub_group_size(-2)]] {});
  q.parallel_for(16, [=](sycl::id<1>) noexcept [[sycl::reqd_work_group_size(1, 2, 3, 4)]] {});
  q.parallel_for(16, [=](sycl::id<1>) [[sycl::device_has(static_cast<sycl::aspect>(90))]] {});
}
