// SYCL 2020, 5.8.1: kernel attributes that macros take as arguments.
#include <sycl/sycl.hpp>

#include "../check.hpp"

static void set(sycl::nd_item<1> it, int *out, int value) {
  if (it.get_global_id(0) == 0)
    *out = value;
}
#define LAUNCH(SIZE, ATTRIBUTE, ...)                                                               \
  q.parallel_for(sycl::nd_range<1>{SIZE, SIZE}, [=](sycl::nd_item<1> it) ATTRIBUTE { __VA_ARGS__; })
#define LAST(ATTRIBUTE) q.single_task([=]() ATTRIBUTE { *out = 3; })

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  LAUNCH(4, [[sycl::reqd_work_group_size(4)]], set(it, out, 1)).wait();
  CHECK_EQUAL(*out, 1);
  LAUNCH(2, [[sycl::work_group_size_hint(4)]] [[sycl::reqd_work_group_size(2)]], set(it, out, 2))
      .wait();
  CHECK_EQUAL(*out, 2);
  LAST([[sycl::reqd_work_group_size(1)]]).wait();
  CHECK_EQUAL(*out, 3);
  CHECK_THROWS(LAUNCH(2, [[sycl::reqd_work_group_size(4)]], set(it, out, 4)), sycl::errc::nd_range,
               "4");
  CHECK_EQUAL(*out, 3);
  sycl::free(out, q);
}
