// A 5 x 5 convolution whose filter is constexpr, a specialization constant that is set, or
// captured: nanoseconds an item of each, and milliseconds of the first submission with the
// constant.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr int width = 1024, taps = 5;
using filter = std::array<float, taps * taps>;

constexpr filter make(float middle) {
  filter f{};
  for (int i = 0; i < taps * taps; i++)
    f[i] = i % 2 ? 0.0f : 0.03125f;
  f[taps * taps / 2] = middle;
  return f;
}
constexpr filter wanted = make(0.625f);
constexpr sycl::specialization_id<filter> coefficients(make(1.0f));

inline float convolve(const float *in, int x, int y, const filter &f) {
  float sum = 0;
  for (int dy = 0; dy < taps; dy++)
    for (int dx = 0; dx < taps; dx++)
      if (f[dy * taps + dx] != 0)
        sum += f[dy * taps + dx] * in[(y + dy) * (width + taps) + x + dx];
  return sum;
}

template <class Submit> static double seconds(sycl::queue &q, Submit submit) {
  auto begin = std::chrono::steady_clock::now();
  q.submit(submit).wait();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}
static double median(std::vector<double> &values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

int main() {
  sycl::queue q;
  const std::size_t in_size = (width + taps) * (width + taps), out_size = width * width;
  float *in = sycl::malloc_shared<float>(in_size, q), *out[3];
  for (std::size_t i = 0; i < in_size; i++)
    in[i] = float(i % 17);
  for (float *&o : out)
    o = sycl::malloc_shared<float>(out_size, q);
  const sycl::range<2> items(width, width);
  auto fixed = [&](sycl::handler &h) {
    float *o = out[0];
    h.parallel_for(items, [=](sycl::id<2> i) {
      o[i[0] * width + i[1]] = convolve(in, int(i[1]), int(i[0]), wanted);
    });
  };
  auto special = [&](sycl::handler &h) {
    float *o = out[1];
    h.set_specialization_constant<coefficients>(wanted);
    h.parallel_for(items, [=](sycl::id<2> i, sycl::kernel_handler kh) {
      o[i[0] * width + i[1]] =
          convolve(in, int(i[1]), int(i[0]), kh.get_specialization_constant<coefficients>());
    });
  };
  auto captured = [&](sycl::handler &h) {
    float *o = out[2];
    const filter f = wanted;
    h.parallel_for(items, [=](sycl::id<2> i) {
      o[i[0] * width + i[1]] = convolve(in, int(i[1]), int(i[0]), f);
    });
  };
  std::vector<double> times[3];
  double first = seconds(q, special);
  for (int round = 0; round < 41; round++) {
    const double t[3] = {seconds(q, fixed), seconds(q, special), seconds(q, captured)};
    for (int k = 0; round && k < 3; k++)
      times[k].push_back(t[k]);
  }
  bool is_right = std::equal(out[0], out[0] + out_size, out[1]) &&
                  std::equal(out[0], out[0] + out_size, out[2]);
  if (!is_right)
    std::fprintf(stderr, "the results differ\n");
  for (std::vector<double> &t : times)
    std::printf("%.4f ", 1e9 * median(t) / double(out_size));
  std::printf("%.3f\n", 1e3 * first);
  return !is_right;
}
