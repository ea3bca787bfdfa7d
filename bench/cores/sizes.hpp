// c = a + b over its size: program <ms for each size> <largest exponent> [pause in us]. For each
// power of two from 2^6 it prints "size <n> <median ns>"; with a pause the calling thread computes
// by itself for so long before each addition, so that other threads have gone to sleep.
#pragma once
#include "../harness.hpp"

namespace bench {

// add(n, a, b, c) returns when the sums are there.
template <class Add> int time_sizes(int argc, char **argv, Add &&add, const memory &m = {}) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s MILLISECONDS LARGEST_EXPONENT [PAUSE_US]\n", argv[0]);
    return 2;
  }
  const double budget = std::atof(argv[1]) * 1e6, pause = argc > 3 ? std::atof(argv[3]) * 1e3 : 0;
  const std::size_t most = std::size_t(1) << std::atoi(argv[2]);
  float *a = m.make(most, uniform), *b = m.make(most, [](std::size_t i) { return uniform(i + 7); });
  float *c = m.zeros<float>(most);
  std::vector<double> times;
  for (std::size_t n = 64; n <= most; n *= 2) {
    times.clear();
    add(n, a, b, c);
    add(n, a, b, c);
    const double end = now_ns() + budget;
    while (times.size() < 5 || (now_ns() < end && times.size() < 100000)) {
      if (pause > 0)
        for (const double wake = now_ns() + pause; now_ns() < wake;)
          ;
      const double start = now_ns();
      add(n, a, b, c);
      times.push_back(now_ns() - start);
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    std::printf("size %zu %.0f\n", n, times[times.size() / 2]);
    for (std::size_t i = 0; i < n; i++)
      if (c[i] != a[i] + b[i]) {
        std::fprintf(stderr, "bench: element %zu of %zu is wrong\n", i, n);
        return 1;
      }
  }
  return 0;
}

} // namespace bench
