// A whole program with a named kernel. WIDE makes its function object bigger, UNNAMED takes its
// name away.
#include <cstdio>
#include <sycl/sycl.hpp>

struct Factor {
#ifdef WIDE
  double unused[3];
#endif
  int value;
};
#ifdef UNNAMED
#define NAME
#else
class Scaled;
#define NAME <Scaled>
#endif

int main() {
  try {
    constexpr int n = 100;
    sycl::queue q;
    int *values = sycl::malloc_shared<int>(n, q);
    Factor factor{};
    factor.value = 3;
    q.parallel_for NAME(n, [=](sycl::id<1> i) { values[i] = factor.value * int(i[0]); }).wait();
    int wrong = 0;
    for (int i = 0; i < n; ++i)
      wrong += values[i] != 3 * i;
    sycl::free(values, q);
    return wrong != 0;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
