// options: -fsycl-embed-ir
/* Falx: docs/specialization.md, kernels compiled again for what is the same in all their launches,
 * while several threads launch them with the same and with other arguments. */
#include <sycl/sycl.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "../check.hpp"

constexpr int size = 1024, threads = 3;

static int wanted(int steps, float bias, size_t local) {
  return steps * (steps - 1) / 2 + (int)bias + (int)local;
}

static void launch(sycl::queue &q, int *out, int steps, float bias, size_t local) {
  q.parallel_for(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> i) {
     int sum = 0;
     for (int k = 0; k < steps; k++)
       sum += k;
     out[i.get_global_id(0)] = sum + (int)bias + (int)i.get_local_range(0);
   }).wait();
}

static void launch_many(sycl::queue q, int number, std::atomic<int> *wrong) {
  int *out = sycl::malloc_shared<int>(size, q);
  const auto start = std::chrono::steady_clock::now();
  long ms = 0;
  for (int n = 0; ms < 900; n++) {
    ms = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               start)
             .count();
    const bool is_other = ms > 250 && n % 50 == 49, is_late = ms > 600;
    const int steps = is_late ? 9 : is_other ? 5 + number : 7;
    const float bias = is_other ? 2.5f : 1.5f;
    const size_t local = is_other && number == 1 ? 32 : 64;
    launch(q, out, steps, bias, local);
    for (int i = 0; i < size; i++)
      *wrong += out[i] != wanted(steps, bias, local);
  }
  sycl::free(out, q);
}

int main() {
  setenv("FALX_RECOMPILE", "1", 1); /* before the runtime reads it */
  std::atomic<int> wrong{0};
  sycl::queue q;
  std::vector<std::thread> all;
  for (int t = 0; t < threads; t++)
    all.emplace_back(launch_many, q, t, &wrong);
  for (std::thread &t : all)
    t.join();
  CHECK(wrong == 0);
  return finish();
}
