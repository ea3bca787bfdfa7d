// SYCL 2020, 5.8.1, 5.8.2: device_has: a kernel that asks for what the device lacks cannot be
// launched on it.
#include <sycl/sycl.hpp>

#include "../check.hpp"

[[sycl::device_has(sycl::aspect::fp64)]] SYCL_EXTERNAL double half_of(double x) {
  return x / 2;
}

[[sycl::device_has(sycl::aspect::custom)]] int custom_only() {
  return 1;
}

template <sycl::aspect Aspect> void check(sycl::queue &q, int *out) {
  auto kernel = [=](sycl::id<1>) [[sycl::device_has(Aspect)]] { *out = 1; };
  *out = 0;
  if (q.get_device().has(Aspect)) {
    q.parallel_for(1, kernel).wait();
    CHECK_EQUAL(*out, 1);
  } else {
    CHECK_THROWS(q.parallel_for(1, kernel), sycl::errc::kernel_not_supported, "device_has");
    CHECK_EQUAL(*out, 0);
  }
}

struct object {
  int *out;
  [[sycl::device_has(sycl::aspect::usm_shared_allocations, sycl::aspect::custom)]] void
  operator()() const {
    *out = 1;
  }
};

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  check<sycl::aspect::cpu>(q, out);
  check<sycl::aspect::gpu>(q, out);
  check<sycl::aspect::fp16>(q, out);
  check<sycl::aspect::accelerator>(q, out);
  if (!q.get_device().has(sycl::aspect::custom))
    CHECK_THROWS(q.single_task(object{out}), sycl::errc::kernel_not_supported, "device_has");
  q.single_task([=]() [[sycl::device_has()]] { *out = 5; }).wait(); // others are not concerned
  CHECK_EQUAL(*out, 5);
  if (q.get_device().has(sycl::aspect::fp64)) {
    q.single_task([=]() [[sycl::device_has(sycl::aspect::fp64)]] {
       *out = static_cast<int>(half_of(12));
     }).wait();
    CHECK_EQUAL(*out, 6);
  }
  /* What it calls counts as well (5.8.2). */
  if (!q.get_device().has(sycl::aspect::custom))
    CHECK_THROWS(q.single_task<class calls>([=] { *out = custom_only(); }),
                 sycl::errc::kernel_not_supported, "device_has");
  CHECK(sycl::is_compatible<class calls>(q.get_device()) ==
        q.get_device().has(sycl::aspect::custom));
  sycl::free(out, q);
  return finish();
}
