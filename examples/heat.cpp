// The heat equation on a square plate with cold edges: heat [SIZE] [STEPS]
// The plate starts as one sine wave, which the five-point scheme damps by the same factor in every
// step: the result is known exactly.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>
#include <utility>

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 512; // inner points a side
  const int steps = argc > 2 ? std::atoi(argv[2]) : 500;
  const size_t width = n + 2;  // with the edges, which stay 0
  constexpr double rate = 0.2; // dt / h^2; stable below 0.25
  const double pi = std::acos(-1.0);
  const double angle = pi / double(n + 1);

  sycl::queue queue{sycl::property::queue::in_order{}};
  double *now = sycl::malloc_shared<double>(width * width, queue);
  double *next = sycl::malloc_shared<double>(width * width, queue);
  queue.fill(now, 0.0, width * width);
  queue.fill(next, 0.0, width * width).wait();
  for (size_t y = 1; y <= n; ++y)
    for (size_t x = 1; x <= n; ++x)
      now[y * width + x] = std::sin(angle * double(x)) * std::sin(angle * double(y));

  for (int step = 0; step < steps; ++step) {
    queue.parallel_for(sycl::range<2>{n, n}, [=](sycl::id<2> id) {
      const size_t at = (id[0] + 1) * width + id[1] + 1;
      next[at] = now[at] + rate * (now[at - 1] + now[at + 1] + now[at - width] + now[at + width] -
                                   4.0 * now[at]);
    });
    std::swap(now, next);
  }
  queue.wait();

  const double half = std::sin(0.5 * angle);
  const double damping = std::pow(1.0 - 8.0 * rate * half * half, steps);
  double error = 0;
  for (size_t y = 0; y < width; ++y)
    for (size_t x = 0; x < width; ++x) {
      const double expected = damping * std::sin(angle * double(x)) * std::sin(angle * double(y));
      error = std::fmax(error, std::fabs(now[y * width + x] - expected));
    }
  std::printf("%zu x %zu points, %d steps: the centre cooled to %.6f, largest error %.1e\n", n, n,
              steps, now[(width / 2) * width + width / 2], error);
  sycl::free(next, queue);
  sycl::free(now, queue);
  return !(error < 1e-10);
}
