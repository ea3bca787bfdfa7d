// A library with device code: a function for others, a kernel and a variable of its own.
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int fault_twice(int i) {
  return 2 * i;
}

static sycl::ext::oneapi::experimental::device_global<int> variable;

// Answers whether it came to a result: its exceptions are gone when the library is.
extern "C" __attribute__((visibility("default"))) bool fault_library_run(sycl::queue *q,
                                                                         int *found) {
  try {
    sycl::buffer<int> result{sycl::range<1>{1}};
    static const int one = 1;
    q->memcpy(variable, &one).wait();
    q->submit([&](sycl::handler &h) {
      sycl::accessor out{result, h, sycl::write_only, sycl::no_init};
      h.single_task([=] { out[0] = fault_twice(21) + variable; });
    });
    q->wait_and_throw();
    sycl::host_accessor content{result, sycl::read_only};
    *found = content[0];
    return true;
  } catch (const sycl::exception &) {
  } catch (const std::bad_alloc &) {
  }
  return false;
}
