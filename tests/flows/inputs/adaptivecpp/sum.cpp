#include <CL/sycl.hpp>

#if !defined(FOR_SOURCES) || !defined(EXTRA)
#error options are missing
#endif

int sum(cl::sycl::queue &queue, int count) {
  int result = 0;
  {
    cl::sycl::buffer<int> buffer{&result, cl::sycl::range<1>{1}};
    queue.submit([&](cl::sycl::handler &handler) {
      auto total = buffer.get_access<cl::sycl::access::mode::read_write>(handler);
      handler.single_task<class add>([=] {
        for (int i = 0; i < count; ++i)
          total[0] += i;
      });
    });
  }
  return result;
}
