// Adds two vectors in unified shared memory: vector_add_usm [ELEMENTS]
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1 << 20;
  sycl::queue queue;
  float *a = sycl::malloc_shared<float>(n, queue);
  float *b = sycl::malloc_shared<float>(n, queue);
  float *sum = sycl::malloc_shared<float>(n, queue);
  for (size_t i = 0; i < n; ++i) {
    a[i] = float(i % 1000);
    b[i] = 2.0f * a[i];
  }

  queue.parallel_for(sycl::range<1>{n}, [=](sycl::id<1> i) { sum[i] = a[i] + b[i]; }).wait();

  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i)
    wrong += sum[i] != 3.0f * a[i];
  std::printf("%zu elements added on %s: %zu wrong\n", n,
              queue.get_device().get_info<sycl::info::device::name>().c_str(), wrong);
  sycl::free(sum, queue);
  sycl::free(b, queue);
  sycl::free(a, queue);
  return wrong != 0;
}
