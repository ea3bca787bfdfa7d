// Sixty kernels, enough for falx-post-link to generate them in parts: they share an internal
// function, a table, an import and the address of a SYCL_EXTERNAL function.
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <utility>
#include <vector>

constexpr int items = 1000, kernels = 60;
constexpr int table[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

SYCL_EXTERNAL int LibDeviceFunc(int i);
SYCL_EXTERNAL int twice(int i) {
  return 2 * i;
}
[[gnu::noinline]] static int mixed(int x, int n) {
  for (int k = 0; k < n; k++)
    x = (x * 31) ^ table[(x + k) & 15];
  return x;
}

template <int N> static int value(int i, int half) {
  int x = mixed(i, N % 7);
  if (x & 1)
    x += half * N;
  else
    x = table[x & 15] - N * i;
  return x ^ (N << 3);
}

template <int N> static bool run(sycl::queue &q, int *out, std::uintptr_t *addresses) {
  q.parallel_for(sycl::range<1>(items), [=](sycl::id<1> id) {
     int i = int(id[0]);
#ifdef MISTAKE
     if (N == 33)
       asm volatile("nosuchinstruction");
#endif
     int (*call)(int) = i % 2 ? twice : LibDeviceFunc;
     out[i] = value<N>(i, LibDeviceFunc(i) / 2) + call(N);
     if (i == N)
       addresses[N] = reinterpret_cast<std::uintptr_t>(&twice);
   }).wait();
  for (int i = 0; i < items; i++)
    if (out[i] != value<N>(i, i) + 2 * N) {
      std::fprintf(stderr, "kernel %d: item %d has %d, not %d\n", N, i, out[i],
                   value<N>(i, i) + 2 * N);
      return false;
    }
  return addresses[N] == addresses[0];
}

template <int... N> static bool run_all(std::integer_sequence<int, N...>) {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(items, q);
  auto *addresses = sycl::malloc_shared<std::uintptr_t>(kernels, q);
  bool is_right = (run<N>(q, out, addresses) && ...);
  sycl::free(out, q);
  sycl::free(addresses, q);
  return is_right;
}

int main() {
  return !run_all(std::make_integer_sequence<int, kernels>{});
}
