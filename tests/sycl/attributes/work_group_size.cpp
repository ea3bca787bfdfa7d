// SYCL 2020, 5.8.1: reqd_work_group_size: the order of its arguments, their number, launches
// without a local range, sizes that no device has, hierarchical kernels' included.
#include <cstdint>

#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  auto two = [=](sycl::nd_item<2> it) [[sycl::reqd_work_group_size(2, 16)]] {
    if (it.get_global_linear_id() == 0)
      *out = static_cast<int>(it.get_local_range(0) * 100 + it.get_local_range(1));
  };
  q.parallel_for(sycl::nd_range<2>({4, 32}, {2, 16}), two).wait();
  CHECK_EQUAL(*out, 216);
  CHECK_THROWS(q.parallel_for(sycl::nd_range<2>({32, 32}, {16, 2}), two), sycl::errc::nd_range,
               "its reqd_work_group_size is {2, 16}, but the local range is another one");

  auto three = [=](sycl::nd_item<3> it) [[sycl::reqd_work_group_size(2, 3, 4)]] {
    if (it.get_global_linear_id() == 0)
      *out = static_cast<int>(it.get_local_range(0) * 100 + it.get_local_range(1) * 10 +
                              it.get_local_range(2));
  };
  q.parallel_for(sycl::nd_range<3>({4, 6, 8}, {2, 3, 4}), three).wait();
  CHECK_EQUAL(*out, 234);

  auto other = [=](sycl::nd_item<2>) [[sycl::reqd_work_group_size(16)]] { *out = 1; };
  CHECK_THROWS(q.parallel_for(sycl::nd_range<2>({16, 16}, {1, 16}), other), sycl::errc::nd_range,
               "another number of dimensions");

  int *items = sycl::malloc_shared<int>(96, q);
  auto range = [=](sycl::id<1> i)
                   [[sycl::reqd_work_group_size(32)]] { items[i] = static_cast<int>(i) + 1; };
  q.parallel_for(96, range).wait();
  for (int i = 0; i < 96; i++)
    CHECK_EQUAL(items[i], i + 1);
  CHECK_THROWS(q.parallel_for(90, range), sycl::errc::nd_range, "no multiple of it");
  q.single_task([=]() [[sycl::reqd_work_group_size(1, 1, 1)]] { *out = 7; }).wait();
  CHECK_EQUAL(*out, 7);
  CHECK_THROWS(q.single_task([=]() [[sycl::reqd_work_group_size(2)]] { *out = 8; }),
               sycl::errc::nd_range, "reqd_work_group_size is {2}");

  auto huge = [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(1 << 30)]] { *out = 9; };
  CHECK_THROWS(q.parallel_for(sycl::nd_range<1>(1 << 30, 1 << 30), huge),
               sycl::errc::kernel_not_supported, "larger work-groups");
  auto most = [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(SIZE_MAX)]] { *out = 10; };
  CHECK_THROWS(q.parallel_for(sycl::nd_range<1>(8, 8), most), sycl::errc::kernel_not_supported,
               "larger work-groups");
  auto groups = [=](sycl::group<1>) [[sycl::reqd_work_group_size(1 << 30)]] { *out = 11; };
  CHECK_THROWS(q.submit([&](sycl::handler &h) {
    h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(1 << 30), groups);
  }),
               sycl::errc::kernel_not_supported, "larger work-groups");
  CHECK_EQUAL(*out, 7);
  sycl::free(items, q);
  sycl::free(out, q);
  return finish();
}
