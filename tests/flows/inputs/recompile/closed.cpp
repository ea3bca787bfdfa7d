// Launches kernels for some milliseconds, in the default context or in one that ends with the call;
// returns the number of wrong results.
#include <sycl/sycl.hpp>

#include <chrono>

template <class Kernel> static int launch(sycl::queue q, int ms, int steps) {
  constexpr int size = 2048;
  int *out = sycl::malloc_shared<int>(size, q), wrong = 0;
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(ms)) {
    q.parallel_for<Kernel>(sycl::nd_range<1>(size, 64), [=](sycl::nd_item<1> i) {
       int sum = 0;
       for (int k = 0; k < steps; k++)
         sum += k;
       out[i.get_global_id(0)] = sum;
     }).wait();
    wrong += out[5] != steps * (steps - 1) / 2;
  }
  sycl::free(out, q);
  return wrong;
}

extern "C" int launch_here(int ms, int steps) {
  return launch<class here>(sycl::queue{}, ms, steps);
}

extern "C" int launch_apart(int ms, int steps) {
  const sycl::device device{sycl::default_selector_v};
  return launch<class apart>(sycl::queue{sycl::context{device}, device}, ms, steps);
}
