// One kernel name for several libraries: VALUE is what this one's kernel writes; WIDE changes its
// parameters.
#include <cstdio>
#include <sycl/sycl.hpp>

extern "C" int run(void) {
  try {
    sycl::queue q;
    long *value = sycl::malloc_shared<long>(1, q);
    *value = 0;
#ifdef WIDE
    long a = VALUE, b = *value;
    double c[4] = {1};
    q.single_task<class Same>([=] { *value = a + b + long(c[0]) - 1; }).wait();
#else
    q.single_task<class Same>([=] { *value = VALUE; }).wait();
#endif
    bool is_right = *value == VALUE;
    sycl::free(value, q);
    return !is_right;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
