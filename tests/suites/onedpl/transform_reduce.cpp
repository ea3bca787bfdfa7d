#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count);
    sequence<int> in(wanted);
    auto square = [](int x) { return int64_t(x) * x; };
    int64_t sum = oneapi::dpl::transform_reduce(policy(), in.begin(), in.begin() + n, int64_t(5),
                                                std::plus<int64_t>(), square);
    int64_t all = 5;
    for (int x : wanted)
      all += square(x);
    is_fine &= is_equal("transform_reduce", count, sum, all);
  }
  return is_fine ? 0 : 1;
}
