// What every benchmark program shares: its arguments, its arrays, the timing loop and the line
// protocol that bench/run.py reads ("time <wall ns> <cpu ns>" per repetition, then
// "check <value>").
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <type_traits>
#include <vector>

namespace bench {

inline double now_ns() {
  using clock = std::chrono::steady_clock;
  return std::chrono::duration<double, std::nano>(clock::now().time_since_epoch()).count();
}

// The time that all threads of the process have run: steady on machines that others use too.
inline double cpu_ns() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

// Where a problem's arrays come from; they live as long as the program.
struct memory {
  std::function<void *(std::size_t bytes)> allocate = [](std::size_t bytes) {
    void *p = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p)
      std::abort();
    return p;
  };
  // n elements f(0), f(1), ...
  template <class F> auto make(std::size_t n, F &&f) const {
    using T = std::decay_t<decltype(f(n))>;
    T *p = static_cast<T *>(allocate(n * sizeof(T)));
    for (std::size_t i = 0; i < n; i++)
      p[i] = f(i);
    return p;
  }
  template <class T> T *zeros(std::size_t n) const {
    return make(n, [](std::size_t) { return T{}; });
  }
};

// program [n|default [repetitions]]: step(problem) once to warm up and then `repetitions` times, or
// with "<number>ms" for so long, three times at least.
// Problem has default_n, a constructor from (memory, n) and check(), a number that all sides of a
// comparison must agree on: taken after all steps, or of as many as every timed run makes.
template <class Problem, class Step>
int run(int argc, char **argv, Step &&step, const memory &m = {}) {
  const bool given = argc > 1 && std::strcmp(argv[1], "default") != 0;
  const Problem p(m, given ? std::strtoull(argv[1], nullptr, 0) : Problem::default_n);
  const int count = argc > 2 ? std::atoi(argv[2]) : 15;
  const bool timed = argc > 2 && std::strstr(argv[2], "ms");
  const int repetitions = timed ? 1000 : count;
  step(p);
  double check = 0;
  const double end = now_ns() + count * 1e6;
  for (int r = 0; r < repetitions && (!timed || r < 3 || now_ns() < end); r++) {
    const double start = now_ns(), cpu_start = cpu_ns();
    step(p);
    const double cpu = cpu_ns() - cpu_start, wall = now_ns() - start;
    std::printf("time %.0f %.0f\n", wall, cpu);
    if (timed && r == 2)
      check = static_cast<double>(p.check());
  }
  if (!timed)
    check = static_cast<double>(p.check());
  std::printf("check %.9g\n", check);
  return 0;
}

// One number for n results, which notices values in the wrong places.
template <class T> double checksum(const T *values, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; i++)
    sum += std::abs(static_cast<double>(values[i])) * static_cast<double>(1 + i % 7);
  return sum;
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

// Reproducible numbers: 32 bits, and [0, 1).
inline std::uint32_t random_bits(std::size_t i) {
  std::uint32_t x = static_cast<std::uint32_t>(i) * 2654435761u + 12345u;
  x ^= x >> 16;
  x *= 0x45d9f3bu;
  x ^= x >> 16;
  return x;
}
inline float uniform(std::size_t i) {
  return static_cast<float>(random_bits(i) >> 8) * 0x1p-24f;
}

} // namespace bench
