/* A library with device code that a program is linked with: it registers before the C library
 * begins. */
#include <sycl/sycl.hpp>

void fill(sycl::queue &q, int *memory) {
  q.parallel_for(sycl::range<1>{8}, [=](sycl::id<1> i) { memory[i] = 2; });
}
