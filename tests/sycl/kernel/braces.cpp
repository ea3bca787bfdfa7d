// SYCL 2020, 4.9.4.2.2: the range of parallel_for as a number or numbers in braces.
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <int D> struct number {
  int *out;
  void operator()(item<D> it) const { out[it.get_linear_id()] = int(it.get_linear_id()) + 1; }
};

int main() {
  queue q;
  const int n = 3, m = 5;
  int *out = malloc_shared<int>(30, q), *sum = malloc_shared<int>(1, q);
  const auto holds = [&](int count) {
    q.wait();
    for (int i = 0; i < 30; ++i)
      CHECK_EQUAL(out[i], i < count ? i + 1 : 0);
    q.fill(out, 0, 30).wait();
  };
  q.fill(out, 0, 30).wait();
  q.submit([&](handler &h) { h.parallel_for({4}, number<1>{out}); });
  holds(4);
  q.submit([&](handler &h) { h.parallel_for({n, m}, number<2>{out}); });
  holds(15);
  q.submit([&](handler &h) { h.parallel_for<class three>({2, 3, 5}, number<3>{out}); });
  holds(30);
  q.parallel_for({7}, number<1>{out});
  holds(7);
  q.parallel_for({size_t(2), size_t(4)}, number<2>{out});
  holds(8);
  *sum = 0;
  q.parallel_for({n, m}, reduction(sum, plus<int>()), [](id<2> i, auto &s) {
     s += int(i[0] * 10 + i[1]);
   }).wait();
  CHECK_EQUAL(*sum, 180);
  free(out, q);
  free(sum, q);
  return finish();
}
