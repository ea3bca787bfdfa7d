// A library with device code, for opener.c: everything it makes is its own and goes when it goes.
#include <sycl/sycl.hpp>

extern "C" __attribute__((visibility("default"))) int lifetime_run(int leak) {
  sycl::queue queue;
  int *sum = sycl::malloc_shared<int>(1, queue);
  *sum = 0;
  {
    sycl::buffer<int> buffer{sycl::range<1>{64}};
    queue.submit([&](sycl::handler &h) {
      sycl::accessor out{buffer, h, sycl::write_only};
      h.parallel_for(sycl::range<1>{64}, [=](sycl::id<1> i) { out[i] = int(i); });
    });
    queue.submit([&](sycl::handler &h) {
      sycl::accessor in{buffer, h, sycl::read_only};
      h.single_task([=] {
        for (int i = 0; i < 64; i++)
          *sum += in[i];
      });
    });
    queue.submit([&](sycl::handler &h) { h.host_task([] {}); });
  }
  queue.wait_and_throw();
  int result = *sum;
  if (!leak)
    sycl::free(sum, queue);
  return result;
}
