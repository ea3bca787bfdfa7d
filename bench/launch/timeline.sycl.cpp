// timeline STEPS COUNT: launches COUNT kernels of STEPS steps of each of 4096 work-items, one
// behind the other, and prints the nanoseconds of each, by the clock.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

int main(int argc, char **argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 100,
            count = argc > 2 ? std::atoi(argv[2]) : 1000;
  constexpr size_t size = 4096;
  sycl::queue q{sycl::property::queue::in_order()};
  float *x = sycl::malloc_shared<float>(size, q);
  q.fill(x, 1.0f, size).wait();
  const auto launch = [&] {
    q.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) {
      float value = x[i];
      for (int k = 0; k < steps; k++)
        value = value * 0.999f + 0.001f;
      x[i] = value;
    });
  };
  for (int i = 0; i < 10; i++)
    launch();
  q.wait();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; i++)
    launch();
  q.wait();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  std::printf("%.0f\n", took.count() / count);
  const bool is_right = x[5] > 0.99f && x[5] < 1.01f;
  sycl::free(x, q);
  return !is_right;
}
