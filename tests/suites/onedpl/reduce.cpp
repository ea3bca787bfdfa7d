#include "data.hpp"

int main() {
  bool is_fine = true;
  for (size_t count : sizes) {
    const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(count);
    std::vector<int> wanted = numbers(count);
    sequence<int> in(wanted);
    int sum = oneapi::dpl::reduce(policy(), in.begin(), in.begin() + n, 5);
    is_fine &= is_equal("reduce", count, sum, std::accumulate(wanted.begin(), wanted.end(), 5));
  }
  return is_fine ? 0 : 1;
}
