// What every benchmark program shares: its arguments, the timing loop and the line protocol that
// bench/run.py reads ("time <ns>" per repetition, then "check <value>").
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace bench {

struct options {
  std::size_t n;
  int repetitions = 15;
  // program [n|default [repetitions]]
  options(int argc, char **argv, std::size_t default_n) : n(default_n) {
    if (argc > 1 && std::strcmp(argv[1], "default") != 0)
      n = std::strtoull(argv[1], nullptr, 0);
    if (argc > 2)
      repetitions = std::atoi(argv[2]);
  }
};

inline double now_ns() {
  using clock = std::chrono::steady_clock;
  return std::chrono::duration<double, std::nano>(clock::now().time_since_epoch()).count();
}

// Runs body once to warm up and then `repetitions` times; check() gives a number that both sides
// of a comparison must agree on.
template <class Body, class Check> int run(const options &o, Body &&body, Check &&check) {
  body();
  for (int r = 0; r < o.repetitions; r++) {
    const double start = now_ns();
    body();
    std::printf("time %.0f\n", now_ns() - start);
  }
  std::printf("check %.9g\n", static_cast<double>(check()));
  return 0;
}

// The median time of one call of body, after some to warm up.
template <class Body> double median_ns(int rounds, Body &&body) {
  std::vector<double> times;
  for (int r = 0; r < rounds / 10 + 1; r++)
    body();
  for (int r = 0; r < rounds; r++) {
    const double start = now_ns();
    body();
    times.push_back(now_ns() - start);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

// 64-byte aligned host array, every page touched.
template <class T> T *allocate(std::size_t n) {
  void *p = std::aligned_alloc(64, (n * sizeof(T) + 63) / 64 * 64);
  if (!p)
    std::abort();
  return static_cast<T *>(p);
}

// A reproducible number in [0, 1).
inline float uniform(std::size_t i) {
  unsigned x = static_cast<unsigned>(i) * 2654435761u + 12345u;
  x ^= x >> 16;
  x *= 0x45d9f3bu;
  x ^= x >> 16;
  return static_cast<float>(x >> 8) * 0x1p-24f;
}

} // namespace bench
