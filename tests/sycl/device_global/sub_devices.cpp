// sycl_ext_oneapi_device_global: sub-devices have variables of their own, in the same context, too;
// for kernels and for copies.
#include <sycl/sycl.hpp>

#include "../check.hpp"

sycl::ext::oneapi::experimental::device_global<int> number;

static int read(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(1, q), copied = -1;
  q.single_task([=] { *out = number; }).wait();
  q.memcpy(&copied, number).wait();
  CHECK_EQUAL(*out, copied);
  sycl::free(out, q);
  return copied;
}

int main() {
  using property = sycl::info::partition_property;
  const sycl::device d;
  if (d.get_info<sycl::info::device::partition_max_sub_devices>() < 2)
    return 77;
  const auto parts = d.create_sub_devices<property::partition_equally>(1);
  sycl::queue whole(d), first(parts[0]), second(parts[1]);
  CHECK(first.get_context() == whole.get_context());
  first.single_task([=] { number = 3; }).wait();
  CHECK(read(whole) == 0 && read(first) == 3 && read(second) == 0);
  const int five = 5;
  second.memcpy(number, &five).wait();
  CHECK(read(whole) == 0 && read(first) == 3 && read(second) == 5);
  return finish();
}
