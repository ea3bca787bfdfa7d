// Nanoseconds of processor time a call, of the function inline and of the one in another image, in
// a kernel's hot loop. The clock on the wall counts what else runs, and that mostly for the longer
// of the two: it is what ends in the middle of a time slice.
#include "step.hpp"
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

constexpr int items = 1 << 14, steps = 256;

static double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// Each call needs the last one's result, or none does.
template <bool is_chain, class Step> static double seconds(sycl::queue &q, float *out, Step step) {
  double begin = cpu_seconds();
  q.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) {
     float x = float(i) * 0.001f, y = 1.0f - x, sum = 0;
     for (int k = 0; k < steps; k++) {
       float next = step(x, y, k);
       y = is_chain ? x : y + 0.125f;
       x = is_chain ? next : x;
       sum += next;
     }
     out[i] = sum;
   }).wait();
  return cpu_seconds() - begin;
}

struct inline_step {
  float operator()(float x, float y, int k) const { return step(x, y, k); }
};
struct call_step {
  float operator()(float x, float y, int k) const { return imported_step(x, y, k); }
};

static double median(std::vector<double> &values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

template <bool is_chain> static bool compare(sycl::queue &q, const char *what) {
  float *one = sycl::malloc_shared<float>(items, q), *other = sycl::malloc_shared<float>(items, q);
  std::vector<double> own, called;
  for (int round = 0; round < 41; round++) { // the first of each builds
    double a = seconds<is_chain>(q, one, inline_step{});
    double b = seconds<is_chain>(q, other, call_step{});
    if (round) {
      own.push_back(a);
      called.push_back(b);
    }
  }
  bool is_right = std::equal(one, one + items, other);
  sycl::free(one, q);
  sycl::free(other, q);
  double a = median(own), b = median(called), count = double(items) * steps;
  if (!is_right)
    std::fprintf(stderr, "%s: the results differ\n", what);
  std::printf("%s %.4f %.4f\n", what, 1e9 * a / count, 1e9 * b / count);
  return is_right;
}

int main() {
  sycl::queue q;
  bool is_right = compare<true>(q, "chain") && compare<false>(q, "independent");
  return !is_right;
}
